import { Deadlines } from '../../shared/deadlines.ts';

/** With 256 sockets between the same two processes, each request costs a third more. */
const MAX_SENT = 96;
const SLOW_AFTER_MS = 50;

type Handlers<Each> = {
  /** Sends one of them. */
  start: (each: Each) => void;
  /** Hears of a request without an answer after 50 ms. The request goes on, and has left the window. */
  onSlow: (each: Each) => void;
};

/**
 * Limits how many requests are sent at once, and starts the others in the order in which they came.
 * The window starts the followers of finished requests only after the event loop has read all answers
 * of this turn: doing the same work many times over costs a tenth less than alternating.
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

  /** Starts it now, or as soon as there is room in the window. */
  add(each: Each): void {
    if (this.#sent.size === MAX_SENT || this.hasWaiting) this.#waiting.push(each);
    else this.#send(each);
  }

  /** Called when a started request has its answer. */
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
