// What the core exports. The other side is src/web/exports.cpp and src/web/exports_harness.cpp.
export interface Exports {
  readonly memory: WebAssembly.Memory;
  _initialize?(): void;
  xpu_alloc(bytes: number): number;
  xpu_free(address: number): void;
  // Those that return text return the address of two words, its own address and length, good until the next call.
  xpu_error(): number;
  xpu_ops(): number;
  xpu_init(json: number, length: number): number;
  xpu_destroy(): void;
  xpu_end(ticket: number, ending: number, message: number, length: number): number; // whether somebody waits for it
  // Those that return a handle return 0 on failure, and xpu_error says why.
  xpu_empty(dtype: number, shape: number, rank: number): number;
  xpu_new_id(): number;
  xpu_adopt(id: number, dtype: number, shape: number, rank: number, bytes: number): number;
  xpu_type(handle: number): number;
  xpu_release(handle: number): void;
  xpu_memory(): number;
  // Those that settle later, through host.settled.
  xpu_run(call: number, json: number, length: number): void;
  xpu_read(call: number, handle: number): void;
  xpu_doctor(call: number, json: number, length: number): void;
  xpu_bench(call: number, json: number, length: number): void;
  xpu_cancel(call: number): void;
  xpu_check(call: number, bytes: number, length: number): void;
  xpu_kernel(call: number, json: number, length: number): void;
  xpu_override(json: number, length: number): number; // 0 on failure
  xpu_write(handle: number, bytes: number, length: number): number;
  xpu_profile_key(): number;
  xpu_profile(): number;
  xpu_profile_load(json: number, length: number): number; // 0 on failure
  xpu_profile_forget(): void;
  xpu_svg(json: number, length: number): number;
}
