import { StringDecoder } from 'node:string_decoder';

const MAX_CODE_POINTS = 1000;
const MAX_BYTES = MAX_CODE_POINTS * 4;

/** The beginning of a body as text. Bytes that are not UTF-8 are replaced (D155). */
export class Excerpt {
  /** The first chunk, not decoded yet: most answers are short and need no decoder. */
  #first: Buffer | undefined;
  #decoder: StringDecoder | undefined;
  #text = '';
  #isFull = false;

  /** Returns true once the excerpt is complete. */
  add(chunk: Buffer): boolean {
    if (this.#isFull) return true;
    if (!this.#first) {
      this.#first = chunk;
      if (chunk.length < MAX_CODE_POINTS) return false;
    } else if (!this.#decoder) this.#decode(this.#first);
    this.#decode(chunk);
    return this.#isFull;
  }

  /** The text without NUL, which PostgreSQL refuses. */
  text(): string {
    if (!this.#isFull) {
      this.#text += (this.#decoder ? this.#decoder.end() : this.#first?.toString()) ?? '';
      this.#cut();
    }
    return this.#text.replaceAll('\0', '').toWellFormed();
  }

  #decode(chunk: Buffer): void {
    this.#decoder ??= new StringDecoder('utf8');
    this.#text += this.#decoder.write(chunk.subarray(0, MAX_BYTES));
    this.#cut();
  }

  #cut(): void {
    if (this.#text.length < MAX_CODE_POINTS) return;
    let end = 0;
    for (let count = 0; count < MAX_CODE_POINTS; count++) {
      if (end >= this.#text.length) return;
      end += (this.#text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
    }
    this.#text = this.#text.slice(0, end);
    this.#isFull = true;
  }
}
