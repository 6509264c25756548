import { createDevice } from "xpu-ops";

/** [[1, 2], [3, 4]] times [[5, 6], [7, 8]], or why not. */
export async function product() {
  try {
    const device = await createDevice();
    const a = { data: Float32Array.of(1, 2, 3, 4), shape: [2, 2] };
    const b = { data: Float32Array.of(5, 6, 7, 8), shape: [2, 2] };
    const { data } = await device.ops.matmul(a, b);
    device.destroy();
    return [...data];
  } catch (error) {
    return String(error);
  }
}
