import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Admissions } from '../auth/admission.ts';
import { normaliseIp } from '../auth/ip-range.ts';
import { unknownRate } from '../auth/rate-state.ts';
import { problemOf } from '../rest/problem.ts';
import { rateHeaders } from '../rest/respond.ts';
import { ApiError } from '../shared/errors.ts';
import { breakBody } from '../shared/request-body.ts';
import { newRequestId } from '../shared/request-id.ts';
import type { Connections } from './connections.ts';

const statusByCode: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

type Deps = { connections: Connections; admissions: Admissions; errorsUrl: string };

/**
 * Answers what Node's parser refuses. Earlier requests on the connection get their answers first. An
 * error in the body of a request goes to that request and gets no answer of its own.
 */
export async function answerClientError(
  error: NodeJS.ErrnoException,
  socket: Socket,
  deps: Deps,
): Promise<void> {
  const { connections } = deps;
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  if (!connections.end(socket)) return;
  const status = statusByCode[error.code ?? ''] ?? 400;
  const halfRead = connections.halfRead(socket);
  if (halfRead) {
    connections.sayClose(socket);
    breakBody(halfRead, status === 408 ? 408 : 400);
  }
  await connections.answered(socket);
  if (!socket.writable) return;
  if (halfRead) socket.destroySoon();
  else await refuse(status, socket, deps);
}

/**
 * Bytes that are no request get the four headers and a problem too, charged to the address (D22).
 */
async function refuse(status: number, socket: Socket, deps: Deps): Promise<void> {
  const ip = normaliseIp(socket.remoteAddress ?? '');
  const rate = await deps.admissions.admitAddress(ip).then(
    (admission) => admission.rate,
    () => unknownRate,
  );
  const requestId = newRequestId();
  const refused = new ApiError('bad_request', {
    status,
    detail: `The request could not be read: ${STATUS_CODES[status]}.`,
  });
  const body = JSON.stringify(
    problemOf(refused, { requestId, language: 'de', errorsUrl: deps.errorsUrl }),
  );
  const headers = {
    ...rateHeaders(requestId, rate),
    'Content-Type': 'application/problem+json',
    'Content-Language': 'de',
    Vary: 'Accept-Language',
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}

/** Refuses CONNECT. Node passes the bare connection and no longer handles it. */
export function refuseTunnel(socket: Socket, deps: Deps): Promise<void> {
  socket.on('error', () => undefined);
  socket.once('finish', () => socket.destroy());
  return answerClientError(new Error('CONNECT'), socket, deps);
}
