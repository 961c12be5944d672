/** The moment from which PostgreSQL counts times. */
const EPOCH = Date.UTC(2000, 0, 1);
const JSONB_VERSION = 1;
const WORD = 2 ** 32;
const NULL = -1;

/**
 * Values in the binary form that PostgreSQL reads, one after another, each with its length before it. This
 * form costs PostgreSQL and Node a quarter of what parameters cost.
 */
export class BinaryValues {
  #bytes: Buffer;
  #length = 0;

  constructor(expectedBytes: number) {
    this.#bytes = Buffer.allocUnsafe(expectedBytes);
  }

  get length(): number {
    return this.#length;
  }

  get written(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Makes room for the next value. Otherwise a long value would be cut. */
  reserve(bytes: number): void {
    const least = this.#length + bytes;
    if (this.#bytes.length >= least) return;
    const larger = Buffer.allocUnsafe(Math.max(2 * this.#bytes.length, least));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }

  /** Copies a part of the bytes of other values. The part begins and ends between two values. */
  copyOf(values: BinaryValues, from: number, to: number): void {
    this.#length += values.#bytes.copy(this.#bytes, this.#length, from, to);
  }

  /** Writes a number without a length before it: how many fields follow, or the type of a field. */
  count16(value: number): void {
    this.#length = this.#bytes.writeInt16BE(value, this.#length);
  }

  count32(value: number): void {
    this.#length = this.#bytes.writeInt32BE(value, this.#length);
  }

  /** Begins a value that consists of other values. Its length is known only at its end. */
  begin(): number {
    this.#length += 4;
    return this.#length;
  }

  end(begin: number): void {
    this.#bytes.writeInt32BE(this.#length - begin, begin - 4);
  }

  text(value: string | null): void {
    if (value === null) this.count32(NULL);
    else {
      const begin = this.begin();
      this.#write(value);
      this.end(begin);
    }
  }

  /** Writes the text in the form of `jsonb`. */
  json(text: string | null): void {
    if (text === null) this.count32(NULL);
    else {
      const begin = this.begin();
      this.#bytes[begin] = JSONB_VERSION;
      this.#length += 1;
      this.#write(text);
      this.end(begin);
    }
  }

  boolean(value: boolean): void {
    this.count32(1);
    this.#bytes[this.#length] = value ? 1 : 0;
    this.#length += 1;
  }

  int16(value: number): void {
    this.count32(2);
    this.count16(value);
  }

  int32(value: number): void {
    this.count32(4);
    this.count32(value);
  }

  /** Writes a time, given in milliseconds since 1970. */
  time(value: number): void {
    const micros = (value - EPOCH) * 1_000;
    const high = Math.floor(micros / WORD);
    this.count32(8);
    this.count32(high);
    this.#length = this.#bytes.writeUInt32BE(micros - high * WORD, this.#length);
  }

  uuid(value: string): void {
    this.count32(16);
    for (let n = 0; n < value.length; n += 2) {
      if (value.charCodeAt(n) === DASH) n += 1;
      this.#bytes[this.#length] = (digit(value, n) << 4) | digit(value, n + 1);
      this.#length += 1;
    }
  }

  /**
   * Writes a text. Most texts are short and plain ASCII: for them a loop costs less than a call out of
   * JavaScript.
   */
  #write(text: string): void {
    for (let n = 0; n < text.length; n += 1) {
      const code = text.charCodeAt(n);
      if (code > 127 || n === SHORT) {
        this.#length += this.#bytes.write(text.slice(n), this.#length);
        return;
      }
      this.#bytes[this.#length] = code;
      this.#length += 1;
    }
  }
}

const DASH = 45;
const SHORT = 40;

/** The value of the hexadecimal digit at `n`, in small letters. */
function digit(text: string, n: number): number {
  const code = text.charCodeAt(n);
  return code < 58 ? code - 48 : code - 87;
}
