/** What kind of thing went wrong: the caller's input first, the outside world after it. */
export type ErrorCode =
  | "shape"
  | "range"
  | "divisible"
  | "kind"
  | "type"
  | "dtype"
  | "missing"
  | "unknown"
  | "conflict"
  | "io"
  | "format"
  | "limit"
  | "unsupported"
  | "device"
  | "lost"
  | "timeout"
  | "cancelled";

/** Every error of this package: one clear sentence, and a word to branch on. */
export class XpuError extends Error {
  override readonly name = "XpuError";
  constructor(
    readonly code: ErrorCode,
    message: string,
  ) {
    super(message);
  }
}

/** A graphics library's message on one line: without the drawings of the text that some bring along. */
export function oneLine(message: string): string {
  const lines = message.split("\n").filter((line) => !/[│┌]/.test(line));
  return lines.map((line) => line.replace(/^\s*[-=]?\s*/, "").replace(/[.:]?\s*$/, "")).filter(Boolean).join("; ");
}
