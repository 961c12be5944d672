import { RenewedMap } from './renewed-map.ts';

type Limits = {
  /** How much work runs at once. */
  running: number;
  runningOfHolder: number;
  /** Above this number, only holders that run nothing may begin. */
  runningOfBusyHolders?: number;
  /** How much work of one holder may wait, and how many holders may wait that run nothing. */
  waitingOfHolder?: number;
  waitingHolders?: number;
  /** How long work may wait. */
  waitMs?: number;
  /** The error for work that may not wait, or has waited too long. */
  refusal: () => Error;
};

type Holder<Id> = { id: Id; running: number; waiting: (() => void)[] };

/**
 * Runs a limited amount of work at once. Work that has to wait is started holder by holder, and the work of one holder
 * in its order. So no holder can use up what all share.
 */
export class FairQueue<Id> {
  readonly #limits: Limits;
  readonly #holders = new RenewedMap<Id, Holder<Id>>();
  /** The holders with waiting work. The first one has waited longest since its last start. */
  readonly #queue: Holder<Id>[] = [];
  #running = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  async run<T>(id: Id, work: () => Promise<T>): Promise<T> {
    const holder = this.#holders.get(id) ?? { id, running: 0, waiting: [] };
    if (this.#mayStart(holder)) this.#start(holder);
    else await this.#wait(holder);
    try {
      return await work();
    } finally {
      this.#running -= 1;
      holder.running -= 1;
      this.#forgetIfIdle(holder);
      this.#startWaiting();
    }
  }

  #mayStart({ running }: Holder<Id>): boolean {
    const { runningOfHolder, runningOfBusyHolders = this.#limits.running } = this.#limits;
    const most = running === 0 ? this.#limits.running : runningOfBusyHolders;
    return this.#running < most && running < runningOfHolder;
  }

  #start(holder: Holder<Id>): void {
    this.#holders.set(holder.id, holder);
    this.#running += 1;
    holder.running += 1;
  }

  #forgetIfIdle({ id, running, waiting }: Holder<Id>): void {
    if (running === 0 && waiting.length === 0) this.#holders.delete(id);
  }

  #wait(holder: Holder<Id>): Promise<void> {
    const { waitMs, refusal } = this.#limits;
    if (!this.#mayWait(holder)) throw refusal();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const start = (): void => {
      clearTimeout(timeout);
      this.#start(holder);
      resolve();
    };
    const leave = (): void => {
      remove(holder.waiting, start);
      if (holder.waiting.length === 0) remove(this.#queue, holder);
      this.#forgetIfIdle(holder);
      reject(refusal());
    };
    const timeout = waitMs === undefined ? undefined : setTimeout(leave, waitMs);
    this.#holders.set(holder.id, holder);
    if (holder.waiting.push(start) === 1) this.#queue.push(holder);
    return promise;
  }

  #mayWait({ running, waiting }: Holder<Id>): boolean {
    const { waitingOfHolder, waitingHolders } = this.#limits;
    if (waitingOfHolder !== undefined && waiting.length >= waitingOfHolder) return false;
    if (waitingHolders === undefined || running > 0 || waiting.length > 0) return true;
    return this.#queue.filter((each) => each.running === 0).length < waitingHolders;
  }

  /** A holder that runs nothing may take what was kept for it, so more than one work may start. */
  #startWaiting(): void {
    for (;;) {
      const holder = this.#queue.find((each) => this.#mayStart(each));
      const start = holder?.waiting.shift();
      if (!holder || !start) return;
      remove(this.#queue, holder);
      if (holder.waiting.length > 0) this.#queue.push(holder);
      start();
    }
  }
}

function remove<Each>(list: Each[], entry: Each): void {
  list.splice(list.indexOf(entry), 1);
}
