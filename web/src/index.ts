// The package's public face. Importing it needs neither WebGPU nor a page; making a device does.
export { type Loss } from "./core.js";
export { type AdapterInfo, type Caps, Device, type DeviceOptions, type MemoryUse, type Target, createDevice } from "./device.js";
export { type ErrorCode, XpuError } from "./errors.js";
export { type WasmSource } from "./load.js";
export { type ArgInfo, type Input, type OpInfo, type Ops, type Output, type ParamInfo, type RunOptions } from "./ops.js";
export { type BenchOptions, type BenchReport, type DoctorOptions, type DoctorReport, type Progress } from "./report.js";
export { type DType, type HostData, type HostInput, type HostTensor, type ReadOptions, Tensor } from "./tensor.js";
