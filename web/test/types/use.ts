// Compiled only: what an editor sees of the package.
import { type HostTensor, type Tensor, createDevice } from "xpu-ops";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const is = <T extends true>(..._: T[]) => undefined;

export async function use(maybe: Tensor | HostTensor): Promise<void> {
  using device = await createDevice({ powerPreference: "high-performance" });
  const host = { data: new Float32Array(4), shape: [2, 2] };
  const tensor = device.tensor(host.data, host.shape);
  const { signal } = new AbortController();

  const a = await device.ops.matmul(host, host, { signal });
  is<Same<typeof a, HostTensor>>();
  const b = await device.ops.matmul(tensor, host);
  is<Same<typeof b, Tensor>>();
  const c = await device.ops.matmul(maybe, host);
  is<Same<typeof c, Tensor | HostTensor>>();
  const d = await device.ops.rms_norm(b, tensor, { eps: 1e-5 });
  is<Same<typeof d, Tensor>>();

  const verdict = await device.check(new Uint8Array(0), { signal });
  is<Same<typeof verdict.passed, boolean>>();
  (await createDevice({ cpu: true, onLog: (level, message) => void `${level}: ${message}` })).destroy();

  const plain = await device.ops.conv1d(tensor, tensor, { padding: 1, act: "silu" });
  is<Same<typeof plain, Tensor>>();
  const biased = await device.ops.conv1d(host, host, host);
  is<Same<typeof biased, HostTensor>>();
  const over = await device.ops.axpy(tensor, tensor, { a: 2, inplace: true });
  is<Same<typeof over, Tensor>>();
  await device.kernel({ wgsl: "", tensors: [{ tensor, write: true }], workgroups: [1] }, { signal });
  device.overrideKernel("softmax", "vector.wgsl");

  // @ts-expect-error a required parameter is missing
  await device.ops.rms_norm(b, tensor);
  // @ts-expect-error there is no such parameter
  await device.ops.rms_norm(b, tensor, { eps: 1e-5, epsilon: 1 });
  // @ts-expect-error there is no such activation
  await device.ops.conv1d(tensor, tensor, { act: "swish" });
  // @ts-expect-error softmax has no input to write over
  await device.ops.softmax(tensor, { inplace: true });
  // @ts-expect-error a tensor is missing
  await device.ops.matmul(tensor);
}
