import { product } from "./product.js";

const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
const inWorker = new Promise((resolve) => {
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = ({ message }) => resolve(`the worker failed: ${message}`);
});

window.results = Promise.all([product(), inWorker]);
