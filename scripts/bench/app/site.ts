import path from 'node:path';
import pg from 'pg';
import { Passwords } from '../../../src/auth/passwords.ts';
import { hashToken, newToken } from '../../../src/auth/token.ts';
import { newId } from '../../../src/db/ids.ts';
import { type BenchCluster, type Filled, fill, openCluster } from '../database.ts';
import { apiOptions, type ServerProcess, startServer } from '../server-process.ts';

export const PASSWORD = 'correct horse battery';
const ORIGIN = 'http://localhost:3000';

export type AppSite = {
  cluster: BenchCluster;
  filled: Filled;
  server: ServerProcess;
  sql: pg.Pool;
  /** The addresses of owners. All have the same password. */
  owners: string[];
  /** One session for each owner. */
  sessions: string[];
  close(): Promise<void>;
};

/** Some teams without much data, whose owners can sign in, and the product on them. */
export async function openAppSite({ teams = 150 } = {}): Promise<AppSite> {
  const cluster = await openCluster();
  const few = { trainings: 10, assignments: 10, deals: 10 };
  const filled = await fill(cluster.url, path.join(cluster.dir, 'people.jsonl'), {
    teams,
    keys: 2,
    ...few,
  });
  const sql = new pg.Pool({ connectionString: cluster.url, max: 2 });
  const people = await giveAccess(sql);
  await sql.query('vacuum (analyze)');
  const server = await startServer({
    name: 'product',
    script: 'src/api.ts',
    nodeOptions: apiOptions,
    env: {
      DATABASE_URL: cluster.url,
      ENCRYPTION_KEY: cluster.encryptionKey,
      LOG_LEVEL: 'info',
      NODE_ENV: 'production',
      PUBLIC_URL: ORIGIN,
      // Each sign-in comes from an address of its own.
      TRUST_PROXY: '1',
    },
    logFile: path.join(cluster.dir, 'product.log'),
    readyPath: '/readyz',
  });
  return {
    cluster,
    filled,
    server,
    sql,
    ...people,
    async close() {
      await server.stop();
      await sql.end();
      await cluster.close();
    },
  };
}

async function giveAccess(sql: pg.Pool): Promise<Pick<AppSite, 'owners' | 'sessions'>> {
  const hash = await new Passwords().hash(PASSWORD, { queue: 'signed_in', name: 'bench' });
  const { rows } = await sql.query<{ id: string; email: string; tenant_id: string }>(
    `update person p set password_hash = $1 from member m
     where m.user_id = p.id and m.role = 'owner' returning p.id, p.email, m.tenant_id`,
    [hash],
  );
  const sessions: string[] = [];
  for (const { id, tenant_id } of rows) {
    const token = newToken();
    await sql.query(
      `insert into session (id, person_id, token_hash, active_tenant_id, created_at, last_seen_at,
         expires_at)
       values ($1, $2, $3, $4, now(), now(), now() + interval '1 day')`,
      [newId('ses', new Date()), id, hashToken(token), tenant_id],
    );
    sessions.push(token);
  }
  return { owners: rows.map(({ email }) => email), sessions };
}

let addresses = 0;

/** An address that no request has used. */
function newAddress(): string {
  addresses += 1;
  return `198.${18 + (addresses >> 16)}.${(addresses >> 8) & 255}.${addresses & 255}`;
}

export const fromOwnPage = { origin: ORIGIN };

/** Tries to sign in from a new address. The result is the status and the time in milliseconds. */
export async function trySignIn(
  server: ServerProcess,
  email: string,
  password: string,
): Promise<{ status: number; ms: number }> {
  const startedAt = performance.now();
  const response = await fetch(`${server.url}/trpc/session.signIn`, {
    method: 'POST',
    headers: {
      ...fromOwnPage,
      'content-type': 'application/json',
      'x-forwarded-for': newAddress(),
    },
    body: JSON.stringify({ email, password }),
  });
  await response.arrayBuffer();
  return { status: response.status, ms: performance.now() - startedAt };
}
