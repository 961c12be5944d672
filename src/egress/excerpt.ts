import { StringDecoder } from 'node:string_decoder';

const MOST_CODE_POINTS = 1000;
const MOST_BYTES = MOST_CODE_POINTS * 4;

/** The beginning of a body, as text: what is not UTF-8 is replaced (D155). */
export class Excerpt {
  /** Not decoded while it may be all: most answers are short, and need no decoder. */
  #first: Buffer | undefined;
  #decoder: StringDecoder | undefined;
  #text = '';
  #isFull = false;

  /** True once nothing more is wanted. */
  add(chunk: Buffer): boolean {
    if (this.#isFull) return true;
    if (!this.#first) {
      this.#first = chunk;
      if (chunk.length < MOST_CODE_POINTS) return false;
    } else if (!this.#decoder) this.#decode(this.#first);
    this.#decode(chunk);
    return this.#isFull;
  }

  /** Without NUL, which PostgreSQL does not take. */
  text(): string {
    if (!this.#isFull) {
      this.#text += (this.#decoder ? this.#decoder.end() : this.#first?.toString()) ?? '';
      this.#cut();
    }
    return this.#text.replaceAll('\0', '').toWellFormed();
  }

  #decode(chunk: Buffer): void {
    this.#decoder ??= new StringDecoder('utf8');
    this.#text += this.#decoder.write(chunk.subarray(0, MOST_BYTES));
    this.#cut();
  }

  #cut(): void {
    if (this.#text.length < MOST_CODE_POINTS) return;
    let end = 0;
    for (let count = 0; count < MOST_CODE_POINTS; count++) {
      if (end >= this.#text.length) return;
      end += (this.#text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
    }
    this.#text = this.#text.slice(0, end);
    this.#isFull = true;
  }
}
