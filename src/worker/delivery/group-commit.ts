type Waiting<Item, Answer> = {
  item: Item;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
};

type Options<Item, Answer> = {
  /** Answers in the order of the items. */
  run: (items: readonly Item[]) => Promise<Answer[]>;
  most: number;
  /** How long the first of a batch waits for others. */
  lingerMs: number;
};

/**
 * Work that many ask for one by one, done for many at once, one batch after the other: what arrives
 * while one is on its way makes up the next.
 */
export class GroupCommit<Item, Answer> {
  readonly #options: Options<Item, Answer>;
  readonly #waiting: Waiting<Item, Answer>[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isRunning = false;

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
    const { most, lingerMs } = this.#options;
    if (this.#isRunning || this.#waiting.length === 0) return;
    if (this.#waiting.length >= most) void this.#runBatch();
    else this.#timer ??= setTimeout(() => void this.#runBatch(), lingerMs);
  }

  async #runBatch(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isRunning = true;
    const batch = this.#waiting.splice(0, this.#options.most);
    try {
      const answers = await this.#options.run(batch.map(({ item }) => item));
      for (const [i, { resolve }] of batch.entries()) resolve(answers[i] as Answer);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      this.#isRunning = false;
      this.#schedule();
    }
  }
}
