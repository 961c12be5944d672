import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { connect, type Socket } from 'node:net';
import { type ApiResponse, newResponse, textOf } from './response.ts';

export type RawAnswer = { status: number; headers: IncomingHttpHeaders; text: string };

const LIMIT_MS = 30_000;

/** A kept-alive connection that carries any bytes, one request at a time. */
export class RawConnection {
  readonly #port: number;
  #socket: Socket | undefined;
  #received = Buffer.alloc(0);

  constructor(port: number) {
    this.#port = port;
  }

  /** `last`: no request follows, so the server need not wait for the rest of this one. */
  async send(
    bytes: Buffer,
    request: { method: string; last?: boolean },
  ): Promise<RawAnswer | null> {
    const socket = await this.#open();
    this.#received = Buffer.alloc(0);
    const arrived = new Promise<RawAnswer | null>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('no answer: it hangs')), LIMIT_MS);
      const settle = (answer: RawAnswer | null) => {
        clearTimeout(timer);
        socket.removeAllListeners('data').removeAllListeners('close');
        resolve(answer);
      };
      socket.on('data', (chunk) => {
        this.#received = Buffer.concat([this.#received, chunk]);
        const answer = parseAnswer(this.#received, request.method);
        if (answer) settle(answer);
      });
      socket.once('close', () => settle(null));
    });
    socket.write(bytes);
    if (request.last) socket.end();
    const answer = await arrived;
    if (!answer || request.last || answer.headers.connection === 'close') this.close();
    return answer;
  }

  get isOpen(): boolean {
    return this.#socket !== undefined;
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = undefined;
  }

  async #open(): Promise<Socket> {
    if (this.#socket && !this.#socket.destroyed) return this.#socket;
    const socket = connect(this.#port, '127.0.0.1').setNoDelay();
    // A server that has refused a request may reset the rest of it.
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    this.#socket = socket;
    return socket;
  }
}

/** Sends bytes unchanged on a new connection. */
export async function sendBytes(port: number, bytes: string | Buffer): Promise<ApiResponse> {
  const connection = new RawConnection(port);
  const answer = await connection.send(Buffer.from(bytes), { method: '(raw)' });
  connection.close();
  if (!answer) throw new Error('The connection was closed without an answer');
  return newResponse({ method: '(raw)', url: '(raw)' }, answer);
}

/** Returns null while the response is incomplete. Skips interim answers (1xx). */
function parseAnswer(bytes: Buffer, method: string): RawAnswer | null {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const [statusLine = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const status = Number(statusLine.split(' ')[1]);
  const rest = bytes.subarray(end + 4);
  if (status < 200) return parseAnswer(rest, method);
  const headers: IncomingHttpHeaders = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  const length = method === 'HEAD' ? 0 : Number(headers['content-length'] ?? 0);
  if (rest.length < length) return null;
  if (length === 0) return { status, headers, text: '' };
  return { status, headers, text: textOf(rest.subarray(0, length), headers) };
}
