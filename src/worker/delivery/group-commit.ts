type Waiting<Item, Answer> = {
  item: Item;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
};

type Options<Item, Answer> = {
  /** Answers in the order of the items. */
  run: (items: readonly Item[]) => Promise<Answer[]>;
  most: number;
  parallel: number;
};

/**
 * Work that many ask for one by one, done for many at once. Nobody waits for company: what arrives
 * while a batch is on its way makes up the next one.
 */
export class GroupCommit<Item, Answer> {
  readonly #options: Options<Item, Answer>;
  #waiting: Waiting<Item, Answer>[] = [];
  #running = 0;
  #scheduled = false;

  constructor(options: Options<Item, Answer>) {
    this.#options = options;
  }

  add(item: Item): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#scheduled || this.#running === this.#options.parallel) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      while (this.#waiting.length > 0 && this.#running < this.#options.parallel) {
        void this.#runBatch(this.#waiting.splice(0, this.#options.most));
      }
    });
  }

  async #runBatch(batch: Waiting<Item, Answer>[]): Promise<void> {
    this.#running += 1;
    try {
      const answers = await this.#options.run(batch.map(({ item }) => item));
      for (const [i, { resolve }] of batch.entries()) resolve(answers[i] as Answer);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      this.#running -= 1;
      if (this.#waiting.length > 0) this.#schedule();
    }
  }
}
