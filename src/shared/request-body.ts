import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream';
import { ApiError } from './errors.ts';

type BrokenStatus = 400 | 408;

/** Our own event of a request: the rest of its body cannot be read. */
const BROKEN = 'broken body';
const broken = new WeakMap<IncomingMessage, BrokenStatus>();

/**
 * Marks the rest of the body as unreadable. All reads of it then fail, even one that begins later. Node's own
 * `destroy` would also close the connection, and the answer would be lost.
 */
export function breakBody(req: IncomingMessage, status: BrokenStatus): void {
  broken.set(req, status);
  req.emit(BROKEN);
}

/**
 * Reads the whole body. It always settles: it throws an ApiError (bad_request) with 413 if the body
 * is too large, and with 400 or 408 if it does not arrive. The rest of a refused body is dropped.
 */
export function readBytes(req: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const collect = (chunk: Buffer): void => {
      size += chunk.length;
      if (size <= maxBytes) {
        chunks.push(chunk);
        return;
      }
      // Without a listener the rest of the stream is dropped.
      req.off('data', collect);
      chunks.length = 0;
      reject(tooLarge(maxBytes));
    };
    const fail = () => reject(incomplete(broken.get(req) ?? 400));
    if (broken.has(req)) fail();
    req.once(BROKEN, fail);
    // This callback also runs if the client hangs up, or hung up before anybody began to read.
    finished(req, { writable: false }, (error) => {
      if (error) fail();
      else resolve(Buffer.concat(chunks));
    });
    req.on('data', collect);
  });
}

export function tooLarge(maxBytes: number): ApiError {
  return unreadable(413, `The body is larger than ${maxBytes} bytes.`);
}

function incomplete(status: BrokenStatus): ApiError {
  const how = status === 408 ? 'did not arrive in time' : 'could not be read to its end';
  return unreadable(status, `The body ${how}.`);
}

function unreadable(status: BrokenStatus | 413, detail: string): ApiError {
  return new ApiError('bad_request', { status, detail });
}
