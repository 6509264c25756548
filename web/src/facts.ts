// Who a device is, what it can do, and which kernels suit it.

/** Who the device is, as far as the browser tells. */
export interface AdapterInfo {
  readonly name: string;
  readonly vendor: string;
  readonly architecture: string;
  readonly description: string;
  readonly driver: string;
  readonly backend: string;
  readonly type: string;
  readonly fallback: boolean;
}

/** What the device allows and has. */
export interface Caps {
  readonly max_buffer_bytes: number;
  readonly max_binding_bytes: number;
  readonly max_storage_buffers: number;
  readonly max_workgroup_bytes: number;
  readonly max_invocations: number;
  readonly max_workgroups: number;
  readonly f16: boolean;
  readonly subgroups: boolean;
  readonly subgroup_min: number;
  readonly subgroup_max: number;
  readonly timestamps: boolean;
}

/** Which family of kernels suits the device, and why; a null name means the portable ones. */
export interface Target {
  readonly name: string | null;
  readonly why: string;
}

export interface Facts {
  readonly info: AdapterInfo;
  readonly caps: Caps;
  readonly target: Target;
}

export type FullInfo = GPUAdapterInfo & { subgroupMinSize?: number; subgroupMaxSize?: number; isFallbackAdapter?: boolean };

export function describe(info: FullInfo | undefined): AdapterInfo {
  const { vendor = "", architecture = "", description = "", device = "" } = info ?? {};
  const software = architecture === "swiftshader" || info?.isFallbackAdapter === true;
  return {
    name: description || device || [vendor, architecture].filter(Boolean).join(" ") || "WebGPU adapter",
    vendor,
    architecture,
    description,
    driver: "",
    backend: "browser",
    type: software ? "software" : "unknown",
    fallback: info?.isFallbackAdapter === true,
  };
}

export function capsOf(device: GPUDevice, info: FullInfo | undefined): Caps {
  const { limits, features } = device;
  const subgroups = features.has("subgroups" as GPUFeatureName);
  return {
    max_buffer_bytes: limits.maxBufferSize,
    max_binding_bytes: limits.maxStorageBufferBindingSize,
    max_storage_buffers: limits.maxStorageBuffersPerShaderStage,
    max_workgroup_bytes: limits.maxComputeWorkgroupStorageSize,
    max_invocations: limits.maxComputeInvocationsPerWorkgroup,
    max_workgroups: limits.maxComputeWorkgroupsPerDimension,
    f16: features.has("shader-f16"),
    subgroups,
    subgroup_min: subgroups ? (info?.subgroupMinSize ?? 0) : 0,
    subgroup_max: subgroups ? (info?.subgroupMaxSize ?? 0) : 0,
    timestamps: features.has("timestamp-query"),
  };
}
