// Writes what is derived from the core: the opcodes, from the core's own list, and the operators' types, from the registry
// inside the compiled core. usage: generate.mjs CORE.wasm
import { readFile, writeFile } from "node:fs/promises";

const here = (path) => new URL(path, import.meta.url);

async function opcodes() {
  const text = await readFile(here("../../src/device/opcodes.inc"), "utf8");
  const entries = [...text.matchAll(/^OPCODE\((\w+), (\d+)\)$/gm)].map(([, name, number]) => `  ${name}: ${number},`);
  if (entries.length === 0) throw new Error("no opcodes in src/device/opcodes.inc");
  return `// Generated from src/device/opcodes.inc.\nexport const Opcode = {\n${entries.join("\n")}\n} as const;\n`;
}

/** The registry, out of the core itself. Nothing it imports is called for that. */
export async function registry(wasm) {
  const module = await WebAssembly.compile(wasm);
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    (imports[from] ??= {})[name] = () => {
      throw new Error(`the core called ${from}.${name}`);
    };
  }
  const { exports } = await WebAssembly.instantiate(module, imports);
  exports._initialize?.();
  const returned = exports.xpu_ops(); // before a view is made: memory may grow in it
  const [address, length] = new Uint32Array(exports.memory.buffer, returned, 2);
  return JSON.parse(new TextDecoder().decode(new Uint8Array(exports.memory.buffer, address, length)));
}

const shape = ({ dtypes, dims }) => `${dtypes.join(" or ")} ${dims.join() === "..." ? "of any shape" : `[${dims.join(", ")}]`}`;
const camel = (name) => name.replace(/(^|_)(\w)/g, (_, _bar, letter) => letter.toUpperCase());

function paramType(param) {
  if (param.kind === "flag") return "boolean";
  if (param.kind === "choice") return param.choices.map((choice) => JSON.stringify(choice)).join(" | ");
  return param.kind === "reals" || param.kind === "integers" ? "number | readonly number[]" : "number";
}

// One signature with all inputs and, where the last ones are optional, one without each of them.
function declaration(op) {
  const required = op.inputs.filter((input) => !input.optional).length;
  const counts = Array.from({ length: op.inputs.length - required + 1 }, (_, i) => op.inputs.length - i);
  return counts.map((count) => signature({ ...op, inputs: op.inputs.slice(0, count) })).join("\n");
}

function signature(op) {
  const types = op.inputs.map((_, i) => `In${i}`);
  const required = op.params.some((param) => param.required);
  const options = [...(op.params.length ? [`${camel(op.name)}Params`] : []), "RunOptions", ...(op.inplace ? ["InplaceOptions"] : [])].join(" & ");
  const list = [...op.inputs.map((input, i) => `${input.name}: ${types[i]}`), `options${required ? "" : "?"}: ${options}`];
  const output = `Output<[${types.join(", ")}]>`;
  const result =
    op.outputs.length === 1 ? output : `{ ${op.outputs.map((one) => `${one.name}: ${output}`).join("; ")} }`;
  const doc = [
    op.summary,
    "",
    ...op.inputs.map((input) => `@param ${input.name} ${shape(input)}`),
    ...op.outputs.map((one) => `@returns ${one.name}: ${shape(one)}`),
    ...(op.source ? [`Source: ${op.source}`] : []),
  ];
  const comment = `  /**\n${doc.map((line) => `   * ${line}`.trimEnd()).join("\n")}\n   */`;
  const generics = types.length ? `<${types.map((type) => `${type} extends Input`).join(", ")}>` : "";
  return `${comment}\n  ${op.name}${generics}(${list.join(", ")}): Promise<${result}>;`;
}

function params(op) {
  if (op.params.length === 0) return "";
  return `/** Parameters of \`${op.name}\`. */\nexport interface ${camel(op.name)}Params {\n${fields(op.params, "  ").join("\n")}\n}\n\n`;
}

// "scaling.factor" is the member factor of an object scaling, which may be left out.
function fields(params, indent) {
  const objects = new Map();
  for (const param of params.filter(({ name }) => name.includes("."))) {
    const [object] = param.name.split(".");
    objects.set(object, [...(objects.get(object) ?? []), param]);
  }
  const plain = params.filter(({ name }) => !name.includes("."));
  return [
    ...plain.map((param) => {
      const given = "default" in param ? ` Default: ${JSON.stringify(param.default)}.` : "";
      return `${indent}/** ${param.summary}${given} */\n${indent}${param.name}${param.required ? "" : "?"}: ${paramType(param)};`;
    }),
    ...[...objects].map(([name, members]) => {
      const within = members.map((param) => ({ ...param, name: param.name.slice(name.length + 1) }));
      return `${indent}${name}?: {\n${fields(within, `${indent}  `).join("\n")}\n${indent}};`;
    }),
  ];
}

function operators(ops) {
  return (
    "// Generated from the operators' registry.\n" +
    'import type { InplaceOptions, Input, Output, RunOptions } from "./ops.js";\n\n' +
    ops.map(params).join("") +
    `/** The operators. Parameters and \`signal\` come last, in one object. */\nexport interface Ops {\n${ops.map(declaration).join("\n")}\n}\n`
  );
}

async function writeIfChanged(url, text) {
  if ((await readFile(url, "utf8").catch(() => "")) !== text) await writeFile(url, text);
}

export async function generate(wasm) {
  await writeIfChanged(here("../src/opcodes.ts"), await opcodes());
  await writeIfChanged(here("../src/ops.generated.ts"), operators(await registry(wasm)));
}

if (process.argv[1] === new URL(import.meta.url).pathname) await generate(await readFile(process.argv[2]));
