import { whyWritesAreRefused } from '../db/refused-writes.ts';
import type { Exchange } from '../rest/exchange.ts';
import { metricsText } from './metrics-source.ts';

/** The reason why the process is not ready. Null if it is. */
type NotReady = () => Promise<string | null>;
export type ProbeDeps = { notReady: NotReady };

type Answer = { status: number; headers: Record<string, string>; body: string | Buffer };

/**
 * The answers that each process with a port gives about itself, without a key or a limit (D25). Undefined
 * for any other path.
 */
export async function probeAnswer(
  path: string,
  { notReady }: ProbeDeps,
): Promise<Answer | undefined> {
  switch (path) {
    case '/healthz':
      return json(200, { status: 'ok' });
    case '/readyz': {
      const reason = await notReady();
      if (reason) return json(503, { status: 'not ready', reason });
      // Reads work, so the process gets requests.
      return json(200, { status: 'ready', writes_refused: whyWritesAreRefused() });
    }
    case '/metrics': {
      const { contentType, body } = await metricsText();
      const headers = { 'Content-Type': contentType, 'Cache-Control': 'no-store' };
      return { status: 200, headers, body };
    }
    default:
      return undefined;
  }
}

export async function answerSite(
  { method, path, res }: Pick<Exchange, 'method' | 'path' | 'res'>,
  answerOf: (path: string) => Promise<Answer | undefined> | Answer | undefined,
): Promise<boolean> {
  if (method !== 'GET' && method !== 'HEAD') return false;
  const answer = await answerOf(path);
  if (!answer) return false;
  // A 304 has no length: it would be the length of a body that is not sent.
  const length = { 'Content-Length': String(Buffer.byteLength(answer.body)) };
  res.writeHead(answer.status, { ...answer.headers, ...(answer.status === 304 ? {} : length) });
  res.end(method === 'HEAD' ? undefined : answer.body);
  return true;
}

function json(status: number, value: unknown): Answer {
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };
  return { status, headers, body: JSON.stringify(value) };
}
