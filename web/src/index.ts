// The package's public face. Importing it needs neither WebGPU nor a page; making a device does.
export { type LogLevel, type LogListener, type Loss } from "./core.js";
export { Device, type DeviceOptions, type KernelCall, type MemoryUse, createDevice } from "./device.js";
export { type ErrorCode, XpuError } from "./errors.js";
export { type AdapterInfo, type Caps, type Target } from "./facts.js";
export { type WasmSource } from "./load.js";
export { type ArgInfo, type InplaceOptions, type Input, type OpInfo, type Ops, type Output, type ParamInfo, type RunOptions } from "./ops.js";
export { type BenchOptions, type BenchReport, type DoctorOptions, type DoctorReport, type Progress, type Verdict } from "./report.js";
export { type DType, type HostData, type HostInput, type HostTensor, type ReadOptions, Tensor } from "./tensor.js";
