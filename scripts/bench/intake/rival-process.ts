// The rival of `intake`: one procedure on bare node:http with SQL written by hand, one statement for each table. It has
// no schemas, no checks of order and content, no corrections, logs or metrics.
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import pg from 'pg';
import { newId } from '../../../src/db/ids.ts';
import { rivalStatements as sql } from './rival-statements.ts';

type Item = { session_id: string; user_id: string; duration_s: number; score: Score };
type Score = { dimensions: object; total: number; tips: unknown[] };

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const token = `Bearer ${process.env.SERVICE_TOKEN}`;

async function readBody(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

async function record(tenant: string, items: Item[]): Promise<object[]> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const results = await insertAll(client, tenant, items);
    await client.query('commit');
    return results;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

async function insertAll(client: pg.PoolClient, tenant: string, items: Item[]): Promise<object[]> {
  const run = (name: keyof typeof sql, ...values: unknown[]) =>
    client.query({ name, text: sql[name], values: [tenant, ...values] });
  const { rows: teams } = await run('team');
  if (!teams[0]) throw new Error('unknown team');
  const { rows: found } = await run('members', [...new Set(items.map(({ user_id }) => user_id))]);
  const members = new Map(found.map(({ id, user_id }) => [user_id, id]));
  const now = new Date();
  const rows = items.map((item) => ({
    ...item.score.dimensions,
    id: newId('trn', now),
    session_id: item.session_id,
    audit_id: newId('aud', now),
    member_id: members.get(item.user_id),
    hash: createHash('sha256').update(JSON.stringify(item)).digest('hex'),
    duration_s: item.duration_s,
    total: item.score.total,
    tips: item.score.tips,
  }));
  const events = items.flatMap(({ user_id, score }, i) => {
    const training_id = rows[i]?.id;
    const about = { team_id: tenant, training_id, user_id };
    const completed = { ...about, assignment_id: null, status: 'scored' };
    return [
      event(tenant, now, { type: 'training.completed', data: completed }),
      event(tenant, now, { type: 'evaluation.completed', data: { ...about, score: score.total } }),
    ];
  });
  const trainings = JSON.stringify(rows);
  await run('trainings', trainings, now);
  await run('sessions', trainings);
  await run('evaluations', trainings, now);
  await run('analytics', trainings, now);
  await run('audit', trainings, now);
  await run('events', JSON.stringify(events), now);
  return items.map(({ session_id }, i) => ({ session_id, ok: true, training_id: rows[i]?.id }));
}

function event(tenant_id: string, now: Date, { type, data }: { type: string; data: object }) {
  const id = newId('evt', now);
  const body = { id, type, created_at: now, api_version: '2026-11', tenant_id, data };
  return { id, type, body: JSON.stringify(body) };
}

createServer((req, res) => {
  const answer = (status: number, body: object): void => {
    res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  };
  if (req.headers.authorization !== token) {
    answer(401, {});
    return;
  }
  readBody(req)
    .then((body) => JSON.parse(body) as { tenant_id: string; trainings: Item[] })
    .then(({ tenant_id, trainings }) => record(tenant_id, trainings))
    .then(
      (results) => answer(200, { result: { data: { results } } }),
      (error: Error) => answer(500, { message: error.message }),
    );
}).listen(Number(process.env.PORT), '127.0.0.1');
