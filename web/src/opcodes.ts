// Generated from src/device/opcodes.inc.
export const Opcode = {
  create_buffer: 1,
  destroy_buffer: 2,
  write: 3,
  clear: 4,
  copy: 5,
  create_program: 6,
  drop_program: 7,
  run: 8,
  time_begin: 9,
  time_end: 10,
  read: 11,
  read_times: 12,
} as const;
