import { isUnavailable } from './database-error.ts';

/** The most notes that wait to be written, about 12 MB. Above that, none of a further row is noted. */
const MOST = 50_000;
const BATCH = 1_000;

type Options<Note> = {
  everyMs: number;
  /** Logs a failed write. */
  failed: (err: unknown) => void;
  /** The name of the row that a note changes. Of several notes of a row, only the newest is written. */
  keyOf: (note: Note) => string;
  /** Writes one note for each of these rows. */
  write: (notes: Note[]) => Promise<void>;
};

/**
 * Writes what requests note in memory once in a while, many rows in one statement. If a process is killed, the notes
 * since the last time are lost.
 */
export class WriteBehind<Note extends { at: Date }> {
  readonly #options: Options<Note>;
  readonly #timer: NodeJS.Timeout;
  #waiting = new Map<string, Note>();
  #writing: Promise<void> | undefined;

  constructor(options: Options<Note>) {
    this.#options = options;
    this.#timer = setInterval(() => void this.#write(), options.everyMs).unref();
  }

  note(note: Note): void {
    const key = this.#options.keyOf(note);
    const waiting = this.#waiting.get(key);
    if (waiting ? waiting.at <= note.at : this.#waiting.size < MOST) this.#waiting.set(key, note);
  }

  /** Writes the remaining notes, so that an orderly stop loses nothing. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#writing;
    await this.#write();
  }

  #write(): Promise<void> {
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined;
    });
    return this.#writing;
  }

  async #writeAll(): Promise<void> {
    // Two processes that write the same rows lock them in the same order.
    const notes = [...this.#waiting].sort(byName).map(([, note]) => note);
    this.#waiting = new Map();
    while (notes.length > 0) {
      try {
        await this.#options.write(notes.slice(0, BATCH));
        notes.splice(0, BATCH);
      } catch (err) {
        this.#options.failed(err);
        // If the database was unavailable, the next round tries again.
        if (isUnavailable(err)) for (const note of notes) this.note(note);
        return;
      }
    }
  }
}

function byName([a]: [string, unknown], [b]: [string, unknown]): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
