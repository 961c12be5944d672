import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { type ApiResponse, newResponse } from './response.ts';

/** Bytes as they are, for what no HTTP client would send. Ends with the first complete answer. */
export async function sendBytes(port: number, bytes: string | Buffer): Promise<ApiResponse> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(bytes);
  let received = Buffer.alloc(0);
  try {
    for await (const chunk of socket) {
      received = Buffer.concat([received, chunk as Buffer]);
      const answer = parse(received);
      if (answer) return newResponse({ method: '(raw)', url: '(raw)' }, answer);
    }
  } finally {
    socket.destroy();
  }
  throw new Error(`The connection ended without an answer: ${received.toString('latin1')}`);
}

function parse(
  bytes: Buffer,
): { status: number; headers: IncomingHttpHeaders; text: string } | null {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const [statusLine = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const headers: IncomingHttpHeaders = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  const body = bytes.subarray(end + 4);
  if (body.length < Number(headers['content-length'] ?? 0)) return null;
  return { status: Number(statusLine.split(' ')[1]), headers, text: body.toString() };
}
