import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream';
import { ApiError } from '../errors/errors.ts';
import type { ArrivingBody } from './unused-bodies.ts';

type BrokenStatus = 400 | 408;

/** Our own event of a request: the rest of its body cannot be read. */
const BROKEN = 'broken body';
const broken = new WeakMap<IncomingMessage, BrokenStatus>();

const nothing: Buffer = Buffer.alloc(0);

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
 * is too large, and with 400 or 408 if it does not arrive. `body` may refuse it too, at any
 * time. The rest of a refused body is dropped.
 */
export function readBytes(
  req: IncomingMessage,
  maxBytes: number,
  body: ArrivingBody,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let bytes = nothing;
    let size = 0;
    const refuse = (error: unknown): void => {
      // Without a listener the rest of the stream is dropped.
      req.off('data', collect);
      bytes = nothing;
      reject(error);
    };
    const most = Math.min(Number(req.headers['content-length'] ?? maxBytes), maxBytes);
    // A piece may have one byte, and a list of such pieces would take a hundred times as much memory as the body.
    const grown = (former: Buffer, length: number): Buffer => {
      body.take(length - former.length);
      const all = Buffer.allocUnsafe(length);
      former.copy(all, 0, 0, size);
      return all;
    };
    const collect = (piece: Buffer): void => {
      try {
        if (size + piece.length > maxBytes) throw tooLarge(maxBytes);
        const end = size + piece.length;
        if (end > bytes.length) bytes = grown(bytes, Math.min(Math.max(end, 2 * size), most));
        piece.copy(bytes, size);
        size = end;
      } catch (error) {
        refuse(error);
      }
    };
    const fail = () => reject(incomplete(broken.get(req) ?? 400));
    if (broken.has(req)) fail();
    req.once(BROKEN, fail);
    // This callback also runs if the client hangs up, or hung up before anybody began to read.
    finished(req, { writable: false }, (error) => {
      body.refuse = undefined;
      if (error) fail();
      else resolve(bytes.subarray(0, size));
    });
    body.refuse = refuse;
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
