import { ownTick } from '../load/long-work.ts';
import { fieldsOf, versionOf } from '../schema/edit-version.ts';

/**
 * The most JSON that is parsed in one turn of the event loop. It takes a few milliseconds, whatever its
 * content.
 */
const PIECE_BYTES = 64 * 1024;

/** So many entries of a list are written as JSON in one turn of the event loop. */
const PIECE_ENTRIES = 500;

/** The JSON of a value. A long list is written in several turns of the event loop. */
export async function jsonOf(value: unknown): Promise<string> {
  if (!Array.isArray(value) || value.length <= PIECE_ENTRIES) return JSON.stringify(value);
  const chunks: string[] = [];
  for (let n = 0; n < value.length; n += PIECE_ENTRIES) {
    await ownTick();
    chunks.push(JSON.stringify(value.slice(n, n + PIECE_ENTRIES)).slice(1, -1));
  }
  return `[${chunks.join(',')}]`;
}

/** An object or the entries of a page, with the version of the fields that the app edits. */
export type Versioned<T> = T extends { data: (infer Entry)[] }
  ? Omit<T, 'data'> & { data: (Entry & { version: string })[] }
  : T & { version: string };

/**
 * A value that PostgreSQL has already written as JSON. REST sends the text as it is. Code that
 * needs the value parses the text. One select list of a resource serves its lists, reads and writes, so that these
 * cannot differ.
 */
export class JsonText<T> {
  readonly text: string;
  #edits: readonly string[] = [];

  constructor(text: string) {
    this.text = text;
  }

  /**
   * Names the fields that the app edits. In the app, the object or each entry of a page then has a version.
   * REST sends the text unchanged.
   */
  edits(names: readonly string[]): JsonText<Versioned<T>> {
    this.#edits = names;
    return this as unknown as JsonText<Versioned<T>>;
  }

  toJSON(): T {
    const value = JSON.parse(this.text);
    if (this.#edits.length === 0) return value;
    for (const object of Array.isArray(value.data) ? value.data : [value]) {
      object.version = versionOf(fieldsOf(object, this.#edits));
    }
    return value;
  }

  /** The JSON for the app, with the versions. */
  async withVersions(): Promise<string> {
    return this.#edits.length === 0 ? this.text : JSON.stringify(this);
  }

  protected get edited(): readonly string[] {
    return this.#edits;
  }
}

/** A page of a list. Each entry is a text, and the other fields follow the entries. */
export class JsonPage<T, F extends object> extends JsonText<F & { data: T[] }> {
  readonly #entries: readonly string[];
  readonly #fields: F;
  readonly #tail: string;

  constructor(entries: readonly string[], fields: F) {
    const tail = `,${JSON.stringify(fields).slice(1)}`;
    super(`{"data":[${entries.join(',')}]${tail}`);
    this.#entries = entries;
    this.#fields = fields;
    this.#tail = tail;
  }

  /** The same page with further fields. */
  with<M extends object>(more: M): JsonPage<T, F & M> {
    return new JsonPage(this.#entries, { ...this.#fields, ...more });
  }

  /** A page may have megabytes, so it is parsed in several turns of the event loop. */
  override async withVersions(): Promise<string> {
    const { edited } = this;
    if (edited.length === 0) return this.text;
    const entries: string[] = [];
    let left = PIECE_BYTES;
    for (const entry of this.#entries) {
      if (entry.length > left) {
        await ownTick();
        left = PIECE_BYTES;
      }
      left -= entry.length;
      const version = versionOf(fieldsOf(JSON.parse(entry), edited));
      entries.push(`${entry.slice(0, -1)},"version":"${version}"}`);
    }
    return `{"data":[${entries.join(',')}]${this.#tail}`;
  }
}

/** An object that the operation has created. REST makes `Location` from its id. */
export class CreatedJson<T> extends JsonText<T> {
  readonly id: string;

  constructor(id: string, text: string) {
    super(text);
    this.id = id;
  }
}
