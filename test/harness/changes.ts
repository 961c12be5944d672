const LIMIT_MS = 30_000;

type Waiter = { isMet: () => boolean; resolve: () => void; timer: NodeJS.Timeout };

/** Waits for a condition, and checks it whenever its owner reports a change. */
export class Changes {
  readonly #waiters = new Set<Waiter>();

  until(isMet: () => boolean, what: () => string): Promise<void> {
    if (isMet()) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const waiter = {
        isMet,
        resolve,
        timer: setTimeout(() => {
          this.#waiters.delete(waiter);
          reject(new Error(`Waited in vain: ${what()}`));
        }, LIMIT_MS),
      };
      this.#waiters.add(waiter);
    });
  }

  happened(): void {
    for (const waiter of this.#waiters) {
      if (!waiter.isMet()) continue;
      this.#waiters.delete(waiter);
      clearTimeout(waiter.timer);
      waiter.resolve();
    }
  }
}
