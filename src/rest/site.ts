import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import type { Exchange } from './exchange.ts';
import { metricsText } from './metrics-source.ts';
import { errorsPage } from './pages/errors-page.ts';
import { pageHeaders } from './pages/page.ts';
import { startPage } from './pages/start-page.ts';

export type Health = { ready: boolean; draining: boolean };
type SiteDeps = { databaseAnswers: () => Promise<boolean>; health: Health; publicUrl: string };

type Answer = { status: number; headers: Record<string, string>; body: string };

/** What lies outside the contract, without key or limit (D25). Undefined: it is the API's. */
async function answerOf(path: string, deps: SiteDeps): Promise<Answer | undefined> {
  switch (path) {
    case '/':
      return { status: 200, headers: pageHeaders, body: startPage(deps.publicUrl) };
    case '/errors':
      return { status: 200, headers: pageHeaders, body: errorsPage() };
    case '/healthz':
      return json(200, { status: 'ok' });
    case '/readyz': {
      const reason = await notReady(deps);
      return reason ? json(503, { status: 'not ready', reason }) : json(200, { status: 'ready' });
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
  { method, path, res }: Exchange,
  deps: SiteDeps,
): Promise<boolean> {
  if (method !== 'GET' && method !== 'HEAD') return false;
  const answer = await answerOf(path, deps);
  if (!answer) return false;
  const length = String(Buffer.byteLength(answer.body));
  res.writeHead(answer.status, { ...answer.headers, 'Content-Length': length });
  res.end(method === 'HEAD' ? undefined : answer.body);
  return true;
}

async function notReady({ databaseAnswers, health }: SiteDeps): Promise<string | null> {
  if (health.draining) return 'draining';
  if (!health.ready) return 'starting';
  return (await databaseAnswers()) ? null : 'database unreachable';
}

const PROBE_LIMIT_MS = 2_000;

/** Needs no key and knows no limit: however often it is asked, one statement at a time is enough. */
export function databaseProbe(pool: pg.Pool): () => Promise<boolean> {
  let probe: Promise<boolean> | undefined;
  return () => {
    probe ??= answersInTime(pool).finally(() => {
      probe = undefined;
    });
    return probe;
  };
}

function answersInTime(pool: pg.Pool): Promise<boolean> {
  const question = { text: 'select 1', query_timeout: PROBE_LIMIT_MS };
  const answered = pool.query(question).then(
    () => true,
    () => false,
  );
  return Promise.race([answered, setTimeout(PROBE_LIMIT_MS, false, { ref: false })]);
}

function json(status: number, value: unknown): Answer {
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };
  return { status, headers, body: JSON.stringify(value) };
}
