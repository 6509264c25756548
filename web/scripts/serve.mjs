// Serves web/dist for a look at the demo page. usage: serve.mjs [PORT]
import { createReadStream, existsSync, statSync } from "node:fs";
import http from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };
const dist = fileURLToPath(new URL("../dist", import.meta.url));

/** Serves one folder; `answer` may take a request over by returning true. */
export function serve(port, answer = () => false, folder = dist) {
  const server = http.createServer((request, response) => {
    if (answer(request, response)) return;
    const file = join(folder, normalize(new URL(request.url, "http://local").pathname));
    if (!existsSync(file) || statSync(file).isDirectory()) return response.writeHead(404).end();
    response.setHeader("content-type", TYPES[extname(file)] ?? "application/octet-stream");
    createReadStream(file).pipe(response);
  });
  return new Promise((resolve) => server.listen(port, "127.0.0.1", () => resolve(server)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const server = await serve(Number(process.argv[2] ?? 8080));
  console.log(`http://127.0.0.1:${server.address().port}/demo/index.html`);
}
