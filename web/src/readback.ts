// Bytes and times on their way back: staging buffers, their pool, and timestamp queries.

/** Bytes of a buffer that go to an address of linear memory. */
export interface Read {
  source: GPUBuffer;
  offset: number;
  bytes: number;
  address: number;
}

/** Timed spans whose seconds go, as doubles, to an address of linear memory. */
export interface Times {
  spans: number;
  address: number;
}

/** A mapped buffer with the reads that share it. */
export interface Staging {
  buffer: GPUBuffer;
  size: number;
  used: number;
  reads: { at: number; bytes: number; address: number }[];
  times: (Times & { at: number }) | null;
}

const QUERIES = 4096; // the most that one query set may hold
const SMALLEST_STAGING = 4096;
const LARGEST_POOLED = 67_108_864;
const POOLED_PER_SIZE = 4;

const align = (n: number, to: number) => Math.ceil(n / to) * to;

export class Readback {
  private readonly staging = new Map<number, GPUBuffer[]>();
  private readonly querySets: GPUQuerySet[] = [];
  private resolved: GPUBuffer | null = null;
  private readonly timestamps: boolean;
  private closed = false;

  constructor(
    private readonly device: GPUDevice,
    private readonly core: { readonly memory: WebAssembly.Memory }, // its memory can grow, so the buffer is never kept
  ) {
    this.timestamps = device.features.has("timestamp-query");
  }

  destroy(): void {
    this.closed = true;
    for (const pool of this.staging.values()) for (const buffer of pool) buffer.destroy();
    for (const set of this.querySets) set.destroy();
    this.resolved?.destroy();
    this.staging.clear();
  }

  /** What a pass needs to be a timed span; nothing where the device has no timestamps. */
  timed(span: number): GPUComputePassDescriptor {
    return this.timestamps ? { timestampWrites: this.queries(span) } : {};
  }

  /** Records the copies into staging buffers, which `fetch` then reads. */
  record(recorder: () => GPUCommandEncoder, reads: Read[], times: Times | null): Staging[] {
    const stages = this.plan(reads, times);
    for (const { stage, read, at } of stages.copies) recorder().copyBufferToBuffer(read.source, read.offset, stage.buffer, at, read.bytes);
    if (times && this.timestamps) this.resolve(recorder(), times.spans, stages.all.at(-1)!);
    return stages.all;
  }

  private queries(span: number): GPUComputePassTimestampWrites {
    const set = Math.floor((2 * span) / QUERIES);
    const querySet = (this.querySets[set] ??= this.device.createQuerySet({ type: "timestamp", count: QUERIES }));
    const first = (2 * span) % QUERIES;
    return { querySet, beginningOfPassWriteIndex: first, endOfPassWriteIndex: first + 1 };
  }

  private resolve(encoder: GPUCommandEncoder, spans: number, stage: Staging): void {
    const bytes = 16 * spans;
    if (!this.resolved || this.resolved.size < bytes) {
      this.resolved?.destroy();
      const { QUERY_RESOLVE, COPY_SRC } = GPUBufferUsage;
      this.resolved = this.device.createBuffer({ size: align(bytes, 8 * QUERIES), usage: QUERY_RESOLVE | COPY_SRC });
    }
    for (let first = 0; first < 2 * spans; first += QUERIES) {
      const set = this.querySets[first / QUERIES]!;
      encoder.resolveQuerySet(set, 0, Math.min(QUERIES, 2 * spans - first), this.resolved, 8 * first);
    }
    encoder.copyBufferToBuffer(this.resolved, 0, stage.buffer, stage.times!.at, bytes);
  }

  // All reads of a list share one mapped buffer, as long as the device allows one so large.
  private plan(reads: Read[], times: Times | null) {
    interface Piece {
      bytes: number;
      place(stage: Staging, at: number): void;
    }
    const copies: { stage: Staging; read: Read; at: number }[] = [];
    const pieces: Piece[] = reads.map((read) => ({
      bytes: read.bytes,
      place(stage, at) {
        copies.push({ stage, read, at });
        stage.reads.push({ at, bytes: read.bytes, address: read.address });
      },
    }));
    if (times && this.timestamps)
      pieces.push({
        bytes: 16 * times.spans,
        place(stage, at) {
          stage.times = { at, spans: times.spans, address: times.address };
        },
      });
    const all: Staging[] = [];
    const largest = this.device.limits.maxBufferSize;
    for (let i = 0; i < pieces.length; ) {
      let size = 0;
      let end = i;
      while (end < pieces.length && (end === i || align(size, 8) + pieces[end]!.bytes <= largest)) size = align(size, 8) + pieces[end++]!.bytes;
      const stage = this.takeStaging(size);
      for (; i < end; i++) {
        const at = align(stage.used, 8);
        pieces[i]!.place(stage, at);
        stage.used = at + pieces[i]!.bytes;
      }
      all.push(stage);
    }
    return { all, copies };
  }

  private takeStaging(bytes: number): Staging {
    let size = SMALLEST_STAGING;
    while (size < bytes) size *= 2;
    if (size > LARGEST_POOLED) size = align(bytes, 8);
    const buffer =
      this.staging.get(size)?.pop() ??
      this.device.createBuffer({ size, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
    return { buffer, size, used: 0, reads: [], times: null };
  }

  /** Waits for a staging buffer and copies it into linear memory, if that memory is still `wanted`. */
  async fetch(stage: Staging, wanted: () => boolean): Promise<void> {
    try {
      await stage.buffer.mapAsync(GPUMapMode.READ, 0, align(stage.used, 4));
    } catch (error) {
      stage.buffer.destroy();
      throw error;
    }
    // A closed ticket's memory is the core's again.
    if (wanted()) {
      const mapped = stage.buffer.getMappedRange(0, align(stage.used, 4));
      const memory = new Uint8Array(this.core.memory.buffer);
      for (const read of stage.reads) memory.set(new Uint8Array(mapped, read.at, read.bytes), read.address);
      if (stage.times) {
        const { at, spans, address } = stage.times;
        const stamps = new BigUint64Array(mapped, at, 2 * spans);
        const seconds = new Float64Array(this.core.memory.buffer, address, spans);
        for (let i = 0; i < spans; i++) {
          const [begin, end] = [stamps[2 * i]!, stamps[2 * i + 1]!];
          seconds[i] = end > begin ? Number(end - begin) * 1e-9 : 0;
        }
      }
    }
    stage.buffer.unmap();
    const pool = this.staging.get(stage.size) ?? [];
    if (!this.closed && stage.size <= LARGEST_POOLED && pool.length < POOLED_PER_SIZE) {
      pool.push(stage.buffer);
      this.staging.set(stage.size, pool);
    } else {
      stage.buffer.destroy();
    }
  }
}
