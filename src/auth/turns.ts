import { AppError } from '../shared/app-errors.ts';

type Room = { atOnce: number; waiting: number };

/** This many tasks of one name may wait for the task before them. */
const OWN_WAITING = 2;

/**
 * Runs few tasks at once, and queues a few more. All others are refused, and the caller must repeat them. All
 * tasks of one name together have one place, so that nobody takes the places of others.
 */
export class Turns {
  readonly #room: Room;
  /** The names that have a place, and the tasks that wait for each. */
  readonly #names = new Map<string, (() => void)[]>();
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(room: Room) {
    this.#room = room;
  }

  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const own = this.#names.get(name);
    if (own) {
      if (own.length >= OWN_WAITING) throw new AppError('sign_in_busy');
      await new Promise<void>((resolve) => own.push(resolve));
    } else this.#names.set(name, []);
    try {
      return await this.#inTurn(work);
    } finally {
      const next = this.#names.get(name)?.shift();
      if (next) next();
      else this.#names.delete(name);
    }
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#room.atOnce) {
      if (this.#waiting.length >= this.#room.waiting) throw new AppError('sign_in_busy');
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else this.#running += 1;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
