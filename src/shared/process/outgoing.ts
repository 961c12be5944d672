import { ApiError } from '../errors/errors.ts';

/**
 * Whether this process may send anything to other servers: to receivers, CRMs and mail servers. Everything that sends
 * asks it. It is closed until the process knows that it may send, and for as long as OUTGOING is off.
 */
export class Outgoing {
  readonly #opened = Promise.withResolvers<void>();
  #isOpen = false;

  /** For tests and scripts that send without a process. */
  static opened(): Outgoing {
    const outgoing = new Outgoing();
    outgoing.open();
    return outgoing;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Resolves when the process may send. */
  get opened(): Promise<void> {
    return this.#opened.promise;
  }

  open(): void {
    this.#isOpen = true;
    this.#opened.resolve();
  }

  requireOpen(): void {
    if (!this.#isOpen) throw new ApiError('unavailable', { because: 'outgoing_off' });
  }
}
