import type { IncomingMessage } from 'node:http';
import { MIMEType } from 'node:util';
import { ApiError } from '../shared/errors.ts';
import { readBytes, tooLarge } from '../shared/request-body.ts';
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
    throw refused('Content-Encoding is not supported: send the body as it is.'); // D19
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
    throw refused('The Content-Type of a body must be application/json, in UTF-8.');
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

function refused(detail: string): ApiError {
  return new ApiError('bad_request', { status: 415, detail });
}
