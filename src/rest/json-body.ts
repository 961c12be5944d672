import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream';
import { MIMEType } from 'node:util';
import { ApiError } from '../shared/errors.ts';
import { brokenStatus } from './broken-body.ts';
import { type JsonObject, parseJsonDocument } from './json-document.ts';

const MAX_BYTES = 256 * 1024; // D11
/** MIMEType needs the square of the length for white space: 14,000 characters block for a second. */
const MAX_TYPE_LENGTH = 200;

/**
 * The body as a JSON object; an empty one is `{}` (D10, D89). Throws an ApiError: 413, 415 (bad_request) or 422.
 * What is left unread of a refused body is thrown away, so that the request can still be answered; how long a client
 * may go on sending is the server's `requestTimeout`.
 */
export async function readBody(req: IncomingMessage, maxBytes = MAX_BYTES): Promise<JsonObject> {
  const encoding = req.headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (encoding !== '' && encoding !== 'identity') {
    throw refused(415, 'Content-Encoding is not supported: send the body as it is.'); // D19
  }
  const announced = Number(req.headers['content-length'] ?? 0);
  if (announced > maxBytes) throw tooLarge(maxBytes);
  if (announced > 0) requireJson(req);
  const bytes = await readBytes(req, maxBytes);
  if (bytes.length === 0) return {};
  requireJson(req);
  const document = parseJsonDocument(bytes);
  if (!document.ok) throw new ApiError('validation_error', { issues: document.issues });
  return document.value;
}

/** D9: JSON has one encoding. Unknown parameters mean nothing, by RFC 8259, section 11. */
function requireJson(req: IncomingMessage): void {
  const type = mimeType(req.headers['content-type'] ?? '');
  const charset = type?.params.get('charset') ?? 'utf-8';
  if (type?.essence !== 'application/json' || charset.toLowerCase() !== 'utf-8') {
    throw refused(415, 'The Content-Type of a body must be application/json, in UTF-8.');
  }
}

function mimeType(text: string): MIMEType | null {
  if (text.length > MAX_TYPE_LENGTH) return null;
  try {
    return new MIMEType(text);
  } catch {
    return null;
  }
}

function readBytes(req: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const collect = (chunk: Buffer): void => {
      size += chunk.length;
      if (size <= maxBytes) {
        chunks.push(chunk);
        return;
      }
      // Without a listener the stream flows on, into nothing.
      req.off('data', collect);
      chunks.length = 0;
      reject(tooLarge(maxBytes));
    };
    // Also settles when the client hangs up, or had done so before anyone began to read.
    finished(req, { writable: false }, (error) => {
      if (error) reject(incomplete(brokenStatus(req)));
      else resolve(Buffer.concat(chunks));
    });
    req.on('data', collect);
  });
}

function tooLarge(maxBytes: number): ApiError {
  return refused(413, `The body is larger than ${maxBytes} bytes.`);
}

function incomplete(status: 400 | 408): ApiError {
  const how = status === 408 ? 'did not arrive in time' : 'could not be read to its end';
  return refused(status, `The body ${how}.`);
}

function refused(status: 400 | 408 | 413 | 415, detail: string): ApiError {
  return new ApiError('bad_request', { status, detail });
}
