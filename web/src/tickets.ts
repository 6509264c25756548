// Tickets that are open: how they end, the errors that belong to none of them, and the timers of those who wait.
import { oneLine } from "./errors.js";

/** How a ticket ended; the numbers are those of `Ending` in src/device/backend.hpp. */
export const Ending = { ok: 0, refused: 1, lost: 2, timeout: 3 } as const;
export type Ending = (typeof Ending)[keyof typeof Ending];

/** What the page's side of a device needs of the core. */
export interface Waiting {
  readonly memory: WebAssembly.Memory;
  /**
   * Ends a ticket; for `lost` and `timeout` the device itself, and with it every ticket. Whether somebody was waiting
   * for that ticket.
   */
  end(ticket: number, ending: Ending, message: string): boolean;
}

export interface Ticket {
  readonly number: number;
  /** A compilation's error speaks of its own kernel only, which is switched off by it. */
  readonly compiles: boolean;
  error: string;
}

const WATCHDOG_MS = 30_000;
const LONGEST_NUDGE_MS = 100; // Firefox looks by itself as often
const EARLIER = "an earlier call on this device failed: ";

export class Tickets {
  private readonly tickets = new Map<number, Ticket>(); // in order of submission
  private strayError = ""; // an error that no ticket was open for
  private lastProgress = 0;
  private watchdog: ReturnType<typeof setTimeout> | undefined;
  private nudger: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly core: Waiting,
    private readonly queue: GPUQueue,
    private readonly stuck: (message: string) => void,
  ) {}

  open(number: number, compiles = false): Ticket {
    const ticket = { number, compiles, error: compiles ? "" : this.strayError };
    if (!compiles) this.strayError = "";
    if (this.tickets.size === 0) this.lastProgress = performance.now();
    this.tickets.set(number, ticket);
    this.watch();
    return ticket;
  }

  isOpen(ticket: Ticket): boolean {
    return this.tickets.has(ticket.number);
  }

  close(ticket: Ticket, error = ""): void {
    if (!this.tickets.delete(ticket.number)) return; // refused before, or the device was lost
    this.lastProgress = performance.now();
    const message = oneLine(error) || ticket.error;
    const heard = this.core.end(ticket.number, message ? Ending.refused : Ending.ok, message);
    if (message && !heard && !ticket.compiles) this.stray(message);
  }

  /** Forgets them all: the core ends them itself. */
  clear(): void {
    this.tickets.clear();
    clearTimeout(this.watchdog);
    clearTimeout(this.nudger);
  }

  /** An error that nobody waits for must not get lost: the next who waits hears it. */
  stray(message: string): void {
    const text = message.startsWith(EARLIER) ? message : EARLIER + oneLine(message);
    const oldest = [...this.tickets.values()].find((ticket) => !ticket.compiles);
    if (oldest) oldest.error ||= text;
    else this.strayError ||= text;
  }

  /**
   * After a submission: Firefox looks whether the GPU has finished something when it is given more to do, and else
   * every 100 ms. So it is given nothing to do, less and less often; a short call then takes 2 ms and not 100.
   */
  nudge(wait = 1): void {
    clearTimeout(this.nudger);
    if (wait > LONGEST_NUDGE_MS) return;
    this.nudger = timer(() => {
      if (this.tickets.size === 0) return;
      this.queue.submit([]);
      this.nudge(1.5 * wait);
    }, wait);
  }

  // A timer that fires late has been held up by this thread or a sleeping machine, not by the device.
  private watch(): void {
    if (this.watchdog !== undefined) return;
    const due = this.lastProgress + WATCHDOG_MS;
    this.watchdog = timer(() => {
      this.watchdog = undefined;
      if (this.tickets.size === 0) return;
      const now = performance.now();
      if (now - due > 2000) this.lastProgress = now;
      if (now - this.lastProgress < WATCHDOG_MS - 50) this.watch();
      else this.stuck(`the device finished nothing for ${WATCHDOG_MS / 1000} s`);
    }, due - performance.now());
  }
}

function timer(run: () => void, ms: number): ReturnType<typeof setTimeout> {
  const made = setTimeout(run, ms);
  (made as { unref?(): void }).unref?.(); // a timer of Node's would keep the process alive
  return made;
}
