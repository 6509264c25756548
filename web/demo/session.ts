// The page's work, on whichever thread it runs: one device, one job at a time.
import { type BenchOptions, type BenchReport, type Device, type DoctorReport, type Progress, XpuError, createDevice } from "../src/index.js";

export type Request = { readonly run: "device" | "doctor" | "bench"; readonly options?: BenchOptions } | { readonly run: "stop" };

export interface DeviceFacts {
  readonly info: Device["info"];
  readonly caps: Device["caps"];
  readonly target: Device["target"];
  readonly features: readonly string[];
  readonly limits: Readonly<Record<string, number>>;
}

export type Reply =
  | { readonly kind: "device"; readonly device: DeviceFacts }
  | { readonly kind: "progress"; readonly progress: Progress }
  | { readonly kind: "doctor"; readonly report: DoctorReport }
  | { readonly kind: "bench"; readonly report: BenchReport; readonly svg: string }
  | { readonly kind: "stopped" }
  | { readonly kind: "failed"; readonly code: string; readonly message: string };

function facts(device: Device): DeviceFacts {
  const limits: Record<string, number> = {};
  for (const name in device.gpu.limits) {
    const value = device.gpu.limits[name as keyof GPUSupportedLimits] as unknown;
    if (typeof value === "number") limits[name] = value;
  }
  return { info: device.info, caps: device.caps, target: device.target, features: device.features, limits };
}

export class Session {
  private device: Promise<Device> | undefined;
  private stop: AbortController | undefined;

  constructor(private readonly reply: (reply: Reply) => void) {}

  async handle(request: Request): Promise<void> {
    if (request.run === "stop") return this.stop?.abort();
    const stop = (this.stop = new AbortController());
    try {
      this.reply(await this.answer(request.run, request.options ?? {}, stop.signal));
    } catch (error) {
      if (stop.signal.aborted) this.reply({ kind: "stopped" });
      else this.reply({ kind: "failed", code: error instanceof XpuError ? error.code : "", message: (error as Error)?.message ?? String(error) });
    }
  }

  private open(): Promise<Device> {
    if (!this.device) {
      const opening = createDevice({ powerPreference: "high-performance" });
      const forget = () => {
        if (this.device === opening) this.device = undefined; // the next job makes a new one
      };
      opening.then((device) => device.lost.then(forget), forget);
      this.device = opening;
    }
    return this.device;
  }

  private async answer(run: "device" | "doctor" | "bench", options: BenchOptions, signal: AbortSignal): Promise<Reply> {
    const device = await this.open();
    const onProgress = (progress: Progress) => this.reply({ kind: "progress", progress });
    switch (run) {
      case "device":
        return { kind: "device", device: facts(device) };
      case "doctor": {
        const { ops } = options;
        return { kind: "doctor", report: await device.doctor({ ...(ops && { ops }), signal, onProgress }) };
      }
      case "bench": {
        const report = await device.bench({ ...options, signal, onProgress });
        return { kind: "bench", report, svg: device.roofline(report) };
      }
    }
  }
}
