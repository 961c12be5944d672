import { expect, test } from 'vitest';
import { createDemo } from '../../src/seed/demo/create-demo.ts';
import { deriveKey } from '../../src/shared/secrets/seal.ts';
import { encryptionKey } from '../harness/api.ts';
import { useApi } from '../harness/use-api.ts';
import { waitingBackends } from '../harness/waiting.ts';

const api = useApi();

test('a stop ends the making of a demo team before its next statement, and leaves nothing', async () => {
  const secretKey = deriveKey(Buffer.from(encryptionKey, 'hex'), 'webhook-secret');
  const [pool, now, publicUrl] = [api().pool, api().clock.now(), 'https://app.example.com'];
  const stop = new AbortController();
  const holder = await api().sql.connect();
  await holder.query('begin');
  await holder.query('lock table assignment');
  const about = { pool, now, publicUrl, secretKey, language: 'en', stopping: stop.signal } as const;
  const making = createDemo(about);
  const ended = expect(making).rejects.toThrow('aborted');
  await expect.poll(() => waitingBackends(api().sql)).toHaveLength(1);
  stop.abort();
  await holder.query('commit');
  holder.release();
  await ended;
  const { rows } = await api().sql.query('select from tenant union all select from catalog_entry');
  expect(rows).toEqual([]);
});
