import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { practiceUrl } from '../../src/features/webhooks/practice.ts';
import { createDemo, type Demo } from '../../src/seed/demo/create-demo.ts';
import { startTraffic } from '../../src/seed/demo/traffic/start-traffic.ts';
import { createLogger } from '../../src/shared/process/log.ts';
import { deriveKey } from '../../src/shared/secrets/seal.ts';
import { encryptionKey } from '../harness/api.ts';
import { makeSession } from '../harness/app.ts';
import { quickFolder } from '../harness/quick-folder.ts';
import type { TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();
const secretKey = deriveKey(Buffer.from(encryptionKey, 'hex'), 'webhook-secret');
let demo: Demo;
let madeAt: Date;
let folder: string;

beforeAll(async () => {
  madeAt = new Date();
  const publicUrl = 'https://app.example.com';
  demo = await createDemo({ pool: api().sql, now: madeAt, publicUrl, secretKey, language: 'en' });
});
beforeEach(async () => {
  folder = await mkdtemp(path.join(quickFolder(), 'team-api-progress-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
});

/** Keeps the demo team going until it has logged or written enough. */
async function writeUntil(dataDir: string, isEnough: (messages: string[]) => unknown) {
  const messages: string[] = [];
  const log = createLogger('warn', { write: (line) => messages.push(JSON.parse(line).msg) });
  const tenantId = demo.tenant_id;
  const pool = api().sql;
  const going = startTraffic({ dataDir, tenantId, madeAt, secretKey, pool, log, intervalMs: 20 });
  try {
    await until('the demo team to have gone on', async () => isEnough(messages));
  } finally {
    await going.stop();
  }
  return messages;
}

async function endpoints(): Promise<number> {
  const { rows } = await api().sql.query(
    'select from webhook_endpoint where tenant_id = $1 and url = $2',
    [demo.tenant_id, practiceUrl({ language: 'en', tenantId: demo.tenant_id, name: 'data' })],
  );
  return rows.length;
}

test('if its progress cannot be written, no period is written twice and no endpoint is made again', async () => {
  const before = await endpoints();
  const missing = path.join(folder, 'missing');
  const messages = await writeUntil(missing, ({ length }) => length >= 3);
  expect([...new Set(messages)]).toEqual([
    'demo-traffic.json could not be written; it is tried again',
  ]);
  expect(await endpoints()).toBe(before + 1);
});

test('whoever has the demo open sees something new at each step', async () => {
  const { sql } = api();
  const team = { api: api(), tenantId: demo.tenant_id } as TestTeam;
  await makeSession(team, { userId: demo.owner_user_id });
  const counted = 'select count(*)::integer as n from request_log_line where tenant_id = $1';
  const lines = async () => (await sql.query(counted, [demo.tenant_id])).rows[0].n as number;
  const before = await lines();
  const seen = 'update session set last_seen_at = now() where active_tenant_id = $1';
  await sql.query(seen, [demo.tenant_id]);
  // More than the few steps of a test could ever have by chance.
  await writeUntil(folder, async () => (await lines()) >= before + 10);
});

test('a broken file counts as missing, and is logged once', async () => {
  const file = path.join(folder, 'demo-traffic.json');
  await writeFile(file, '{"tenant_id":');
  const messages = await writeUntil(folder, async () => {
    const text = await readFile(file, 'utf8');
    return text.includes(demo.tenant_id);
  });
  expect(messages).toEqual(['demo-traffic.json could not be read; the demo team begins anew']);
});

test('in production, or if it is switched off, the demo team does not go on', () => {
  expect(loadConfig({}).demoTraffic).toBe(true);
  expect(loadConfig({ DEMO_TRAFFIC: 'off' }).demoTraffic).toBe(false);
  expect(loadConfig({ DEMO_TRAFFIC: 'on', NODE_ENV: 'production' }).demoTraffic).toBe(false);
});
