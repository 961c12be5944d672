import { randomBytes } from 'node:crypto';
import { expect, inject, onTestFinished, test } from 'vitest';
import { createPool } from '../../src/db/pool.ts';
import { createLogger } from '../../src/shared/process/log.ts';
import { blocksOf, documentNamed, sectionOf } from '../docs/harness/documents.ts';
import { onServer } from '../harness/database.ts';

const log = createLogger('silent');

/** The settings that PgBouncer makes on each connection, from the handbook. */
function connectQuery(): string {
  const pooler = sectionOf(documentNamed('docs/operations.md'), '### Pooler');
  const ini = blocksOf(pooler).find(({ language }) => language === 'ini');
  return /connect_query='([^']*)'/.exec(ini?.code ?? '')?.[1] ?? '';
}

/** A role whose connections have these settings, like the connections of the pooler. */
async function roleWith(settings: string): Promise<string> {
  const name = `role_${randomBytes(6).toString('hex')}`;
  await onServer(async (client) => {
    await client.query(`create role ${name} login password 'word'`);
    for (const one of settings.split('; ').filter(Boolean))
      await client.query(`alter role ${name} ${one}`);
  });
  onTestFinished(() => onServer((client) => client.query(`drop role ${name}`)));
  const url = new URL(inject('databaseServer'));
  [url.username, url.password] = [name, 'word'];
  return url.href;
}

async function requestedBy(url: string): Promise<unknown> {
  const pool = createPool(url, { max: 1, name: 'pooled', log, pooled: true });
  try {
    return (await pool.query('select 1 as one')).rows[0];
  } finally {
    await pool.end();
  }
}

test('connections of a pooler have the settings of the handbook, or are refused with what is missing', async () => {
  expect(connectQuery()).toContain('force_generic_plan');
  expect(await requestedBy(await roleWith(connectQuery()))).toEqual({ one: 1 });
  const without = connectQuery().replace('; set jit to off', '');
  const refused = requestedBy(await roleWith(without));
  await expect(refused).rejects.toThrow('has connections without these settings: jit.');
  await expect(requestedBy(await roleWith(''))).rejects.toThrow(
    `connect_query='${connectQuery()}'`,
  );
});
