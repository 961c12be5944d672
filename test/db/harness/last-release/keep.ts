import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../../../../src/cli/run.ts';
import { PRISMA_TABLE, readMigrations } from '../../../../src/db/migrations/migrations.ts';
import { withinTransaction } from '../../../../src/db/migrations/online-migration.ts';
import { routes } from '../../../../src/rest/routes.ts';
import { createLogger } from '../../../../src/shared/process/log.ts';
import { databaseClock } from '../../../../src/shared/time/clock.ts';
import { runHousekeeping } from '../../../../src/worker/housekeeping/start-housekeeping.ts';
import { createWorkerPool } from '../../../../src/worker/start-worker.ts';
import { encryptionKey, type TestApi } from '../../../harness/api.ts';
import { links } from '../../../harness/mailed-links.ts';
import { useApi } from '../../../harness/use-api.ts';
import { validRequest, withBody } from '../../../harness/valid-requests.ts';
import { startTestWorker } from '../../../harness/worker.ts';
import { makeGlobalCatalog, makeWorld, type World } from '../../../harness/world.ts';
import { noteSentStatements } from './sent-statements.ts';

const api = useApi();

/** The schema as text, and every row. PostgreSQL's own dump would restore the same. */
async function dumpOf({ sql }: TestApi): Promise<string> {
  const migrations = await readMigrations('prisma/migrations');
  const texts = await Promise.all(
    ['functions', 'views'].map(async (kind) => {
      const files = await readdir(path.join('prisma', kind));
      return Promise.all(
        files.sort().map((file) => readFile(path.join('prisma', kind, file), 'utf8')),
      );
    }),
  );
  const { rows: comments } = await sql.query<{ text: string }>(
    `select format('comment on %s %s is %L;', kind, name, label) as text from (
       select 'function' as kind, p.proname as name, obj_description(p.oid, 'pg_proc') as label
       from pg_proc p where p.pronamespace = 'public'::regnamespace
       union all
       select 'view', c.relname, obj_description(c.oid, 'pg_class') from pg_class c
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'v') o
     where label is not null order by 1`,
  );
  const { rows: tables } = await sql.query<{ name: string }>(
    `select c.relname as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and not c.relispartition order by 1`,
  );
  const rows: string[] = [];
  for (const { name } of tables) {
    const { rows: lines } = await sql.query<{ line: string }>(
      `select format('insert into ${name} select * from json_populate_record(null::${name}, %L);',
         row_to_json(t)) as line from ${name} t`,
    );
    rows.push(...lines.map(({ line }) => line));
  }
  return [
    'set check_function_bodies = off;',
    // Rows come in any order, so triggers and foreign keys must not check them.
    'set session_replication_role = replica;',
    ...migrations.map((migration) => withinTransaction(migration).sql),
    ...texts.flat(),
    ...comments.map(({ text }) => text),
    `${PRISMA_TABLE};`,
    ...rows,
    '',
  ].join('\n');
}

type Prepared = { method: string; path: string; options: object };

async function prepare(world: World): Promise<Prepared[]> {
  const requests: Prepared[] = [];
  for (const route of routes) {
    const valid = await validRequest(route, world);
    const headers = route.method === 'POST' ? { 'idempotency-key': route.template } : {};
    requests.push({
      method: route.method,
      path: valid.path,
      options: { ...withBody(valid), headers },
    });
    if ('cursor' in route.input.shape) {
      requests.push({ method: 'GET', path: `${valid.path}?limit=1`, options: {} });
    }
  }
  return requests;
}

async function useTheApi({ team, member, assignment }: World, requests: Prepared[]): Promise<void> {
  for (const { method, path: at, options } of requests) {
    const { status, body } = await team.request(method, at, options);
    expect(status, `${method} ${at}`).toBeLessThan(300);
    if (body?.next_cursor) await team.request('GET', `${at}&cursor=${body.next_cursor}`);
  }
  const since = '2026-01-01T00:00:00Z';
  for (const at of [
    `/trainings?user_id=${member.userId}&status=scored&since=${since}&assignment_id=${assignment}`,
    `/cases?user_id=${member.userId}`,
    `/evaluations?updated_since=${since}`,
  ]) {
    await team.request('GET', at);
  }
}

async function useTheCommandLine({ team, member }: World): Promise<void> {
  const env = { DATABASE_URL: team.api.database.url, ENCRYPTION_KEY: encryptionKey };
  const command = async (...words: string[]) => {
    const outcome = await run(words, env);
    if (outcome.code !== 0) throw new Error(`${words.join(' ')}: ${outcome.stderr}`);
    return JSON.parse(outcome.stdout);
  };
  const own = ['--team', team.tenantId];
  await command('team', 'create', '--name', 'Another', '--owner', 'another@example.com');
  await command('team', 'set', ...own, '--seats', '200');
  await command('member', 'add', ...own, '--email', 'added@example.com', '--role', 'admin');
  const { key_id } = await command(
    'key',
    'create',
    ...own,
    '--name',
    'A',
    '--template',
    'read_only',
  );
  const rotated = await command('key', 'rotate', ...own, '--key-id', key_id, '--grace', '1h');
  await command('key', 'revoke', ...own, '--key-id', rotated.key_id);
  await command('key', 'list', ...own);
  await command('training', 'record', ...own, '--user-id', member.userId);
  await command('mail', 'list', ...own);
  await command('mail', 'announce-deprecation', '--sunset-at', '2099-01-31T00:00:00Z');
}

/** Makes deliveries to a receiver that does not answer, and lets housekeeping run for a minute. */
async function useTheWorker(has: (word: string) => boolean): Promise<void> {
  await api().sql.query(
    "update webhook_endpoint set url = 'https://127.0.0.1:2/', status = 'active'",
  );
  await api().sql.query('update webhook_pending set next_try_at = now()');
  const worker = await startTestWorker(api());
  await expect.poll(() => has('insert into webhook_attempt'), { timeout: 15_000 }).toBe(true);
  await worker.stop();
  const pool = createWorkerPool(api().database.url, createLogger('silent'));
  await runHousekeeping({ pool, clock: databaseClock, log: createLogger('silent'), links });
  await pool.end();
}

test('the dump of this release, and the statements that its processes send', async () => {
  await makeGlobalCatalog(api());
  const world = await makeWorld(api());
  const requests = await prepare(world);
  const dump = await dumpOf(api());
  const sent = noteSentStatements();
  await useTheApi(world, requests);
  await useTheCommandLine(world);
  await useTheWorker((word) => [...sent.keys()].some((text) => text.includes(word)));
  const statements = `${JSON.stringify([...sent.values()], null, 1)}\n`;
  await writeFile(path.join(import.meta.dirname, 'dump.sql'), dump);
  await writeFile(path.join(import.meta.dirname, 'statements.json'), statements);
}, 120_000);
