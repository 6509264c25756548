// TypeScript's DOM library has WebGPU's types but not its two name spaces of flags.
declare const GPUBufferUsage: {
  readonly MAP_READ: number;
  readonly COPY_SRC: number;
  readonly COPY_DST: number;
  readonly UNIFORM: number;
  readonly STORAGE: number;
  readonly QUERY_RESOLVE: number;
};
declare const GPUMapMode: { readonly READ: number };
declare const GPUShaderStage: { readonly COMPUTE: number };
