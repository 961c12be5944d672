import { Deadlines } from '../../shared/time/deadlines.ts';

/**
 * The most requests at once. With 256 sockets between the same two processes, each request costs a third
 * more.
 */
const MAX_SENT = 96;
const SLOW_AFTER_MS = 50;

type Handlers<Each> = {
  /** Sends the request. */
  start: (each: Each) => void;
  /** Called when a request has no answer after 50 ms. The request has left the window, and goes on. */
  onSlow: (each: Each) => void;
};

/**
 * Limits how many requests are sent at once. Further requests start in the order in which they came. When
 * requests have finished, the window waits until the event loop has read all answers of this turn, and only
 * then starts the next requests: to do the same work many times in a row costs a tenth less.
 */
export class SendWindow<Each> {
  readonly #start: (each: Each) => void;
  readonly #waiting: Each[] = [];
  readonly #sent: Deadlines<Each>;
  #isOpening = false;

  constructor({ start, onSlow }: Handlers<Each>) {
    this.#start = start;
    this.#sent = new Deadlines(SLOW_AFTER_MS, (each) => {
      this.#startWaiting();
      onSlow(each);
    });
  }

  get hasWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  /** Starts the request now, or as soon as there is room in the window. */
  add(each: Each): void {
    if (this.#sent.size === MAX_SENT || this.hasWaiting) this.#waiting.push(each);
    else this.#send(each);
  }

  /** Takes a request that has its answer out of the window. */
  remove(each: Each): void {
    if (this.#sent.delete(each)) this.#startWaiting();
  }

  #send(each: Each): void {
    this.#sent.add(each);
    this.#start(each);
  }

  #startWaiting(): void {
    if (this.#isOpening || !this.hasWaiting) return;
    this.#isOpening = true;
    setImmediate(() => {
      this.#isOpening = false;
      for (const each of this.#waiting.splice(0, MAX_SENT - this.#sent.size)) this.#send(each);
    });
  }
}
