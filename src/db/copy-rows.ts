import pg from 'pg';

const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
/** The first moment of PostgreSQL's own time. */
const EPOCH = Date.UTC(2000, 0, 1);
const JSONB_VERSION = 1;
const WORD = 2 ** 32;
/** A row has this much room for all but its JSON: the texts of a row are short. */
const ROOM = 4_096;

/** Rows in the binary form of COPY, which costs PostgreSQL and Node a quarter of what parameters cost. */
export class CopyRows {
  #bytes: Buffer;
  #at: number;

  constructor(expectedBytes: number) {
    this.#bytes = Buffer.allocUnsafe(expectedBytes + ROOM);
    this.#at = SIGNATURE.copy(this.#bytes);
  }

  /** Begins a row. `extra`: the length of its JSON, in characters. */
  begin(columns: number, extra: number): void {
    const room = ROOM + 3 * extra;
    if (this.#bytes.length - this.#at < room) {
      const larger = Buffer.allocUnsafe(2 * this.#bytes.length + room);
      this.#bytes.copy(larger, 0, 0, this.#at);
      this.#bytes = larger;
    }
    this.#at = this.#bytes.writeInt16BE(columns, this.#at);
  }

  text(value: string | null): void {
    const length = value === null ? -1 : this.#bytes.write(value, this.#at + 4);
    this.#length(length);
    if (length > 0) this.#at += length;
  }

  json(text: string | null): void {
    const length = text === null ? -1 : this.#bytes.write(text, this.#at + 5) + 1;
    this.#length(length);
    if (length < 0) return;
    this.#bytes[this.#at] = JSONB_VERSION;
    this.#at += length;
  }

  int16(value: number): void {
    this.#length(2);
    this.#at = this.#bytes.writeInt16BE(value, this.#at);
  }

  int32(value: number): void {
    this.#length(4);
    this.#at = this.#bytes.writeInt32BE(value, this.#at);
  }

  time(value: Date): void {
    const micros = (value.getTime() - EPOCH) * 1_000;
    const high = Math.floor(micros / WORD);
    this.#length(8);
    this.#at = this.#bytes.writeInt32BE(high, this.#at);
    this.#at = this.#bytes.writeUInt32BE(micros - high * WORD, this.#at);
  }

  uuid(value: string): void {
    this.#length(16);
    for (let n = 0; n < value.length; n += 2) {
      if (value[n] === '-') n += 1;
      this.#bytes[this.#at] = (digit(value, n) << 4) | digit(value, n + 1);
      this.#at += 1;
    }
  }

  end(): Buffer {
    this.#at = this.#bytes.writeInt16BE(-1, this.#at);
    return this.#bytes.subarray(0, this.#at);
  }

  #length(bytes: number): void {
    this.#at = this.#bytes.writeInt32BE(bytes, this.#at);
  }
}

/** Of a hexadecimal digit in small letters. */
function digit(text: string, n: number): number {
  const code = text.charCodeAt(n);
  return code < 58 ? code - 48 : code - 87;
}

/** What pg's own class does not declare: it answers a COPY with an error. */
type CopyConnection = { sendCopyFromChunk(chunk: Buffer): void; endCopyFrom(): void };

class CopyIn extends pg.Query {
  readonly #rows: Buffer;

  constructor(text: string, rows: Buffer) {
    super(text);
    this.#rows = rows;
  }

  handleCopyInResponse(connection: CopyConnection): void {
    connection.sendCopyFromChunk(this.#rows);
    connection.endCopyFrom();
  }
}

/** Sends `rows` to a statement `copy … from stdin (format binary)`. */
export function copyIn(client: pg.ClientBase, text: string, rows: Buffer): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const query = new CopyIn(text, rows);
  Object.assign(query, { callback: (error: Error | null) => (error ? reject(error) : resolve()) });
  client.query(query);
  return promise;
}
