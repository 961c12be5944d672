import type { ServerResponse } from 'node:http';
import type pg from 'pg';
import { metricsText } from '../metrics-source.ts';

export type Health = { ready: boolean; draining: boolean };

/** `/healthz`, `/readyz` and `/metrics`: outside the contract, without key or limit (D25). */
export async function answerOperator(
  path: string,
  res: ServerResponse,
  deps: { pool: pg.Pool; health: Health },
): Promise<boolean> {
  switch (path) {
    case '/healthz':
      write(res, 200, 'application/json', JSON.stringify({ status: 'ok' }));
      return true;
    case '/readyz': {
      const reason = await notReady(deps.pool, deps.health);
      const body = reason ? { status: 'not ready', reason } : { status: 'ready' };
      write(res, reason ? 503 : 200, 'application/json', JSON.stringify(body));
      return true;
    }
    case '/metrics': {
      const { contentType, body } = await metricsText();
      write(res, 200, contentType, body);
      return true;
    }
    default:
      return false;
  }
}

async function notReady(pool: pg.Pool, health: Health): Promise<string | null> {
  if (health.draining) return 'draining';
  if (!health.ready) return 'starting';
  try {
    await pool.query('select 1');
    return null;
  } catch {
    return 'database unreachable';
  }
}

function write(res: ServerResponse, status: number, contentType: string, body: string): void {
  res.writeHead(status, { 'Content-Type': contentType, 'Cache-Control': 'no-store' }).end(body);
}
