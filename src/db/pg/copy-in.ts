import pg from 'pg';
import type { Done } from './statement-group.ts';

const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const END = Buffer.from([0xff, 0xff]);

/** Methods that pg's own class does not declare. The class itself answers a COPY with an error. */
type CopyConnection = { sendCopyFromChunk(chunk: Buffer): void; endCopyFrom(): void };

export class CopyIn extends pg.Query {
  callback: Done;
  readonly #rows: Buffer;

  constructor(text: string, rows: Buffer, done: Done) {
    super(text);
    this.callback = done;
    this.#rows = rows;
  }

  handleCopyInResponse(connection: CopyConnection): void {
    connection.sendCopyFromChunk(Buffer.concat([SIGNATURE, this.#rows, END]));
    connection.endCopyFrom();
  }
}

/**
 * Sends `rows` to a statement `copy … from stdin (format binary)`. Each row begins with the number
 * of its columns.
 */
export function copyIn(client: pg.ClientBase, text: string, rows: Buffer): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  client.query(new CopyIn(text, rows, (error) => (error ? reject(error) : resolve())));
  return promise;
}
