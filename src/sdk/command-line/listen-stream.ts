import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { StreamLine } from './listen-lines.ts';

/** The service refuses to send the events. */
export class Refused extends Error {
  override name = 'Refused';
  readonly status: number;
  /** The seconds to wait before the next try. */
  readonly retryAfter: number | undefined;

  constructor(status: number, message: string, retryAfter: number | undefined) {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

export type Connection = { server: string; token: string };
export type StreamOptions = {
  events: string | undefined;
  listener: string | undefined;
  keepAliveS: number;
};

const CONNECT_MS = 30_000;
const LONGEST_REFUSAL = 64 * 1024;
/** The longest line, in characters. An event is far shorter. */
const LONGEST_LINE = 1024 * 1024;

/**
 * The lines of the service. While the caller works on a line, nothing more is read, so a slow receiver slows the service
 * down. Throws if the connection breaks, or if nothing comes for two and a half times as long as the service promises.
 */
export async function* readStream(
  { server, token }: Connection,
  options: StreamOptions,
  signal: AbortSignal,
): AsyncGenerator<StreamLine> {
  const response = await connect(urlOf(server, options), token, signal);
  try {
    if (response.statusCode !== 200) throw await refusalOf(response);
    yield* linesOf(response, options.keepAliveS * 2_500);
  } finally {
    response.destroy();
  }
}

function urlOf(server: string, { events, listener, keepAliveS }: StreamOptions): URL {
  const url = new URL(`${server}/command-line/listen`);
  const asked = { events, listener, keep_alive: `${keepAliveS}` };
  for (const [name, value] of Object.entries(asked)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url;
}

function connect(url: URL, token: string, signal: AbortSignal): Promise<IncomingMessage> {
  const start = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, accept: 'application/x-ndjson' };
    const request = start(url, { headers, signal, agent: false });
    const late = setTimeout(
      () => request.destroy(new Error('the service does not answer')),
      CONNECT_MS,
    );
    request.once('response', (response) => {
      clearTimeout(late);
      resolve(response);
    });
    request.once('error', (error) => {
      clearTimeout(late);
      reject(error);
    });
    request.end();
  });
}

async function* linesOf(response: IncomingMessage, idleMs: number): AsyncGenerator<StreamLine> {
  response.setEncoding('utf8');
  const chunks = response[Symbol.asyncIterator]();
  let rest = '';
  for (;;) {
    const idle = setTimeout(() => response.destroy(new Error('nothing came any more')), idleMs);
    const chunk = await chunks.next().finally(() => clearTimeout(idle));
    if (chunk.done) throw new Error('the connection was closed');
    const lines = `${rest}${chunk.value}`.split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > LONGEST_LINE) throw new Error('a line has no end');
    for (const line of lines) yield JSON.parse(line) as StreamLine;
  }
}

async function refusalOf(response: IncomingMessage): Promise<Refused> {
  let text = '';
  for await (const chunk of response) {
    text += chunk;
    if (text.length > LONGEST_REFUSAL) break;
  }
  const after = Number(response.headers['retry-after']);
  return new Refused(
    response.statusCode ?? 0,
    messageIn(text),
    Number.isFinite(after) ? after : undefined,
  );
}

/** The service answers in JSON. A proxy may answer anything. */
function messageIn(text: string): string {
  try {
    const { error } = JSON.parse(text) as {
      error?: { message?: string; data?: { detail?: string } };
    };
    return error?.data?.detail ?? error?.message ?? '';
  } catch {
    return '';
  }
}
