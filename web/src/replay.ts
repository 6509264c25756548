// The device's side of a command list: words in linear memory, replayed on a GPUDevice. One crossing per submission.
// The encoder, with the arguments of each record, is src/device/command_list.cpp.
import { oneLine } from "./errors.js";
import { Layouts } from "./layouts.js";
import { Opcode } from "./opcodes.js";
import { Readback, type Read, type Staging, type Times } from "./readback.js";
import { Ending, type Ticket, Tickets, type Waiting } from "./tickets.js";

interface Slot {
  gpu: GPUBuffer | null; // null: its creation failed; the next use tries again
  readonly bytes: number;
  readonly uniform: boolean;
  readonly owned: boolean;
}

interface Dispatch {
  pipeline: GPUComputePipeline;
  group: GPUBindGroup;
  x: number;
  y: number;
  z: number;
}

interface Program {
  dispatches: Dispatch[] | null; // null: as for a buffer
  readonly record: Uint32Array;
}

const SCOPES: GPUErrorFilter[] = ["validation", "out-of-memory", "internal"];

export class Replayer {
  private readonly slots = new Map<number, Slot>();
  private readonly programs = new Map<number, Program>();
  private readonly pipelines = new Map<number, GPUComputePipeline>();
  private readonly layouts: Layouts;
  private readonly readback: Readback;
  private readonly tickets: Tickets;
  private failed = 0; // slots and programs whose creation failed
  private checked: Promise<void> = Promise.resolve(); // all submissions so far, for refusals
  private closed = false;

  constructor(
    readonly device: GPUDevice,
    /** Whether the device was made for this core alone. A caller's device can raise errors that are not ours. */
    private readonly owned: boolean,
    private readonly core: Waiting,
  ) {
    this.readback = new Readback(device, core);
    this.layouts = new Layouts(device);
    this.tickets = new Tickets(core, device.queue, (message) => this.lose(Ending.timeout, message));
    if (owned) {
      device.addEventListener("uncapturederror", (event) => {
        event.preventDefault();
        this.tickets.stray((event as GPUUncapturedErrorEvent).error.message);
      });
    }
    void device.lost.then((info) => {
      if (!this.closed) this.lose(Ending.lost, oneLine(info.message) || info.reason || "no reason given");
    });
  }

  // --- buffers of the caller's own

  adopt(id: number, buffer: GPUBuffer): void {
    this.slots.set(id, { gpu: buffer, bytes: buffer.size, uniform: false, owned: false });
  }

  buffer(id: number): GPUBuffer {
    const slot = this.slots.get(id);
    if (!slot) throw new Error(`buffer ${id} does not exist`);
    if (slot.gpu) return slot.gpu;
    slot.gpu = this.createBuffer(slot);
    this.failed--;
    return slot.gpu;
  }

  private createBuffer(slot: Slot): GPUBuffer {
    const { STORAGE, UNIFORM, COPY_SRC, COPY_DST } = GPUBufferUsage;
    return this.device.createBuffer({
      size: slot.bytes,
      usage: slot.uniform ? UNIFORM | COPY_DST : STORAGE | COPY_SRC | COPY_DST,
    });
  }

  // --- the end of the device

  private lose(ending: Ending, message: string): void {
    if (this.closed) return;
    this.forget();
    if (this.owned) this.device.destroy();
    this.core.end(0, ending, message);
  }

  private forget(): void {
    this.closed = true;
    this.tickets.clear();
    for (const slot of this.slots.values()) if (slot.owned) slot.gpu?.destroy();
    this.readback.destroy();
    this.slots.clear();
    this.programs.clear();
    this.pipelines.clear();
  }

  /** The core gives the device up and ends its tickets itself. */
  destroy(): void {
    if (this.closed) return;
    this.forget();
    if (this.owned) this.device.destroy();
  }

  // A loss makes other promises reject before its own resolves: it is given a moment to be told as what it is.
  private hearLoss(): Promise<unknown> {
    return Promise.race([this.device.lost, new Promise((resolve) => setTimeout(resolve, 1000))]);
  }

  // --- compiling

  compile(id: number, code: string, low: number, high: number, ticket: number): void {
    const open = this.tickets.open(ticket, true);
    this.build(code, low, high).then(
      (pipeline) => {
        this.pipelines.set(id, pipeline);
        this.tickets.close(open);
      },
      async (reason) => {
        if ((reason as Partial<GPUPipelineError>).reason === "internal") await this.hearLoss();
        this.tickets.close(open, String((reason as Error)?.message ?? reason));
      },
    );
  }

  private async build(code: string, low: number, high: number): Promise<GPUComputePipeline> {
    this.device.pushErrorScope("validation");
    const module = this.device.createShaderModule({ code });
    const layout = this.layouts.of(low, high).pipeline;
    const scope = this.popScope();
    const pipeline = this.device.createComputePipelineAsync({ layout, compute: { module, entryPoint: "main" } });
    pipeline.catch(() => undefined); // looked at below, after the compiler's own words
    const { messages } = await module.getCompilationInfo();
    const worst = messages.find((message) => message.type === "error");
    if (worst) {
      const text = code.split("\n")[worst.lineNum - 1]?.trim();
      throw new Error(`line ${worst.lineNum}: ${oneLine(worst.message)}${text ? `, in \`${text}\`` : ""}`);
    }
    const error = await scope;
    if (error) throw new Error(error.message);
    return pipeline;
  }

  private popScope(): Promise<GPUError | null> {
    return this.device.popErrorScope().catch(() => null); // rejects on a lost device, which is told elsewhere
  }

  // --- replaying

  submit(address: number, count: number, ticket: number): void {
    const open = this.tickets.open(ticket);
    // The core does not run during the replay, so its memory cannot grow and the view stays good.
    const words = new Uint32Array(this.core.memory.buffer, address, count);
    const made: (Slot | Program)[] = [];
    const scoped = !this.owned || this.failed > 0 || creates(words);
    if (scoped) for (const filter of SCOPES) this.device.pushErrorScope(filter);
    let stages: Staging[] = [];
    let thrown = "";
    try {
      stages = this.replay(words, made);
    } catch (error) {
      thrown = String((error as Error)?.message ?? error);
    }
    this.tickets.nudge();
    const checked = (this.checked = this.check(open, made, thrown, scoped));
    const done = thrown ? [] : stages.map((stage) => this.readback.fetch(stage, () => this.tickets.isOpen(open)));
    if (done.length === 0) done.push(this.device.queue.onSubmittedWorkDone());
    void Promise.allSettled(done).then(async (results) => {
      await checked;
      const broken = results.find((one) => one.status === "rejected");
      if (broken) await this.hearLoss();
      this.end(open, made, broken ? String(broken.reason?.message ?? broken.reason) : "");
    });
  }

  // Refusals are told in the order of submission: a browser may end a read before it tells that what should have written
  // those bytes was refused.
  private async check(open: Ticket, made: (Slot | Program)[], thrown: string, scoped: boolean): Promise<void> {
    const before = this.checked;
    const errors = await Promise.all(scoped ? SCOPES.map(() => this.popScope()) : []);
    await before;
    const message = thrown || errors.find((one) => one !== null)?.message;
    if (message) this.end(open, made, message);
  }

  private end(open: Ticket, made: (Slot | Program)[], message: string): void {
    if (!this.tickets.isOpen(open)) return; // refused before, or the device was lost
    if (message) this.unmake(made);
    this.tickets.close(open, message);
  }

  // What a refused list made may be invalid, and the core may use it again: it is made anew then.
  private unmake(made: (Slot | Program)[]): void {
    for (const one of made) {
      if ("bytes" in one) {
        if (!one.gpu) continue;
        one.gpu.destroy();
        one.gpu = null;
      } else {
        if (!one.dispatches) continue;
        one.dispatches = null;
      }
      this.failed++;
    }
  }

  private replay(words: Uint32Array, made: (Slot | Program)[]): Staging[] {
    const { device } = this;
    const { queue } = device;
    let encoder: GPUCommandEncoder | null = null;
    let pass: GPUComputePassEncoder | null = null;
    let span = -1;
    const reads: Read[] = [];
    let times: Times | null = null;

    const endPass = () => {
      pass?.end();
      pass = null;
    };
    const recorder = () => {
      endPass();
      return (encoder ??= device.createCommandEncoder());
    };
    const flush = () => {
      endPass();
      if (encoder) queue.submit([encoder.finish()]);
      encoder = null;
    };
    const openPass = (): GPUComputePassEncoder => {
      if (pass) return pass;
      encoder ??= device.createCommandEncoder();
      return (pass = encoder.beginComputePass(span >= 0 ? this.readback.timed(span) : {}));
    };
    // 53 bits are enough: no address or size of a page comes near.
    const long = (at: number) => words[at]! + words[at + 1]! * 4294967296;

    for (let at = 0; at < words.length; at += words[at + 1]!) {
      const a = at + 2;
      switch (words[at]) {
        case Opcode.create_buffer: {
          const slot: Slot = { gpu: null, uniform: words[a + 1] === 1, bytes: long(a + 2), owned: true };
          slot.gpu = this.createBuffer(slot);
          this.slots.set(words[a]!, slot);
          made.push(slot);
          break;
        }
        case Opcode.destroy_buffer: {
          const slot = this.slots.get(words[a]!);
          if (!slot) break;
          if (slot.owned) {
            flush(); // a list that uses a destroyed buffer would be refused
            if (slot.gpu) slot.gpu.destroy();
            else this.failed--;
          }
          this.slots.delete(words[a]!);
          break;
        }
        case Opcode.write:
          flush();
          queue.writeBuffer(this.buffer(words[a]!), long(a + 1), this.core.memory.buffer, long(a + 3), long(a + 5));
          break;
        case Opcode.clear:
          recorder().clearBuffer(this.buffer(words[a]!), long(a + 1), long(a + 3));
          break;
        case Opcode.copy: {
          const [source, target] = [this.buffer(words[a]!), this.buffer(words[a + 1]!)];
          recorder().copyBufferToBuffer(source, long(a + 2), target, long(a + 4), long(a + 6));
          break;
        }
        case Opcode.create_program: {
          const program: Program = { dispatches: null, record: words.slice(a, at + words[at + 1]!) };
          program.dispatches = this.createProgram(program.record);
          this.programs.set(words[a]!, program);
          made.push(program);
          break;
        }
        case Opcode.drop_program:
          if (this.programs.get(words[a]!)?.dispatches === null) this.failed--;
          this.programs.delete(words[a]!);
          break;
        case Opcode.run: {
          const program = this.programs.get(words[a]!);
          if (!program) throw new Error(`program ${words[a]} does not exist`);
          if (!program.dispatches) {
            program.dispatches = this.createProgram(program.record);
            made.push(program);
            this.failed--;
          }
          const open = openPass();
          for (let times = words[a + 1]!; times > 0; times--) {
            for (const one of program.dispatches) {
              open.setPipeline(one.pipeline);
              open.setBindGroup(0, one.group);
              open.dispatchWorkgroups(one.x, one.y, one.z);
            }
          }
          break;
        }
        case Opcode.time_begin:
          endPass();
          span = words[a]!;
          openPass();
          break;
        case Opcode.time_end:
          endPass();
          span = -1;
          break;
        case Opcode.read:
          reads.push({ source: this.buffer(words[a]!), offset: long(a + 1), bytes: long(a + 3), address: long(a + 5) });
          break;
        case Opcode.read_times:
          times = { spans: words[a]!, address: long(a + 1) };
          break;
        default:
          throw new Error(`the core sent a command ${words[at]} that this page does not know; are the two of one build?`);
      }
    }

    const stages = this.readback.record(recorder, reads, times);
    flush();
    return stages;
  }

  private createProgram(record: Uint32Array): Dispatch[] {
    const dispatches: Dispatch[] = [];
    let at = 2;
    for (let left = record[1]!; left > 0; left--) {
      const pipeline = this.pipelines.get(record[at]!);
      if (!pipeline) throw new Error(`pipeline ${record[at]} does not exist`);
      const layout = this.layouts.of(record[at + 4]!, record[at + 5]!).group;
      const [x, y, z] = [record[at + 1]!, record[at + 2]!, record[at + 3]!];
      const bindings = record[at + 6]!;
      at += 7;
      const entries: GPUBindGroupEntry[] = [];
      for (let binding = 0; binding < bindings; binding++, at += 5) {
        const offset = record[at + 1]! + record[at + 2]! * 4294967296;
        const size = record[at + 3]! + record[at + 4]! * 4294967296;
        entries.push({ binding, resource: { buffer: this.buffer(record[at]!), offset, size } });
      }
      dispatches.push({ pipeline, group: this.device.createBindGroup({ layout, entries }), x, y, z });
    }
    return dispatches;
  }
}

function creates(words: Uint32Array): boolean {
  for (let at = 0; at < words.length; at += words[at + 1]!) {
    if (words[at] === Opcode.create_buffer || words[at] === Opcode.create_program) return true;
  }
  return false;
}
