import { type Request, type Reply, Session } from "./session.js";

const session = new Session((reply: Reply) => self.postMessage(reply));
self.onmessage = (event: MessageEvent<Request>) => void session.handle(event.data);
