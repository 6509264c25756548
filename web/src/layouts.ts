// Explicit bind-group layouts out of the core's signatures: four bits a slot, slot 0 lowest (`Layout` in
// include/xpu/device.hpp), each made once.
interface BindLayout {
  group: GPUBindGroupLayout;
  pipeline: GPUPipelineLayout;
}

export class Layouts {
  private readonly made = new Map<string, BindLayout>();

  constructor(private readonly device: GPUDevice) {}

  of(low: number, high: number): BindLayout {
    const key = `${high}:${low}`;
    let found = this.made.get(key);
    if (!found) {
      const types: GPUBufferBindingType[] = ["read-only-storage", "storage", "uniform"];
      const entries: GPUBindGroupLayoutEntry[] = [];
      for (let binding = 0; binding < 16; binding++) {
        const kind = ((binding < 8 ? low : high) >>> (4 * (binding % 8))) & 15;
        if (kind === 0) break;
        entries.push({ binding, visibility: GPUShaderStage.COMPUTE, buffer: { type: types[kind - 1]! } });
      }
      const group = this.device.createBindGroupLayout({ entries });
      found = { group, pipeline: this.device.createPipelineLayout({ bindGroupLayouts: [group] }) };
      this.made.set(key, found);
    }
    return found;
  }
}
