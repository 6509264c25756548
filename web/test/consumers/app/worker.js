import { product } from "./product.js";

product().then((result) => postMessage(result)); // no await up here: Vite makes a classic script of a worker
