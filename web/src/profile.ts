// What the doctor and the bench found out about a device, kept by the browser from one visit to the next: a text under the
// device's key, in IndexedDB. Where that is refused (a private window, a worker without storage) nothing is kept.
import type { Core, LogListener } from "./core.js";

const DATABASE = "xpu-ops";
const STORE = "profiles";

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("the request failed"));
  });
}

async function store(mode: IDBTransactionMode): Promise<{ profiles: IDBObjectStore; close: () => void }> {
  if (typeof indexedDB === "undefined") throw new Error("there is no IndexedDB");
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await settled(opening);
  return { profiles: database.transaction(STORE, mode).objectStore(STORE), close: () => database.close() };
}

async function within<T>(mode: IDBTransactionMode, use: (profiles: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const { profiles, close } = await store(mode);
  try {
    return await settled(use(profiles));
  } finally {
    close();
  }
}

// A new version of the browser brings a new compiler.
const keyOf = (core: Core) => `${core.profileKey()} ${globalThis.navigator?.userAgent ?? ""}`;

/** Takes over what is kept for the core's device; what is damaged or out of date is left, with a line in the log. */
export async function loadProfile(core: Core, log: LogListener | undefined): Promise<void> {
  const text = await within<unknown>("readonly", (profiles) => profiles.get(keyOf(core))).catch(() => undefined);
  if (text === undefined) return;
  try {
    const stale = core.loadProfile(String(text));
    if (stale.length > 0)
      log?.("warning", `the device profile was made with other kernels of ${stale.join(", ")} and is ignored there; doctor() makes it anew`);
  } catch (error) {
    log?.("warning", `${(error as Error).message}; it is ignored, and doctor() makes a new one`);
  }
}

/** Keeps the core's findings; whether that was possible, with a line in the log where it was not. */
export async function saveProfile(core: Core, log: LogListener | undefined): Promise<boolean> {
  try {
    const text = core.profile();
    await within("readwrite", (profiles) => profiles.put(text, keyOf(core)));
    return true;
  } catch (error) {
    log?.("warning", `the device profile is not kept: ${(error as Error)?.message ?? error}`);
    return false;
  }
}

/** Removes what is kept, and what the core took over from it. */
export async function forgetProfile(core: Core): Promise<void> {
  core.forgetProfile();
  await within("readwrite", (profiles) => profiles.delete(keyOf(core))).catch(() => undefined);
}
