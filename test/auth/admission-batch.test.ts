import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { type Admission, Admissions } from '../../src/auth/admission.ts';
import { hashKey, parseKey } from '../../src/auth/key-format.ts';
import { makeTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

// The clock stands still. One call of admission decides all requests of a turn of the event loop.
const api = useApi({ tickMs: 0 });

type Asking = { key: string; ip: string };

/** Sends all requests at once, each several times, and returns how many were admitted. */
async function admitted(asking: Asking[], times: number): Promise<number> {
  const answers = await askTogether(asking.flatMap((one) => Array(times).fill(one)));
  return answers.filter((verdict) => verdict === 'admitted').length;
}

async function askTogether(asking: Asking[]): Promise<Admission['verdict'][]> {
  const admissions = new Admissions(api().sql, api().clock, { note: () => undefined });
  const answers = asking.map(({ key, ip }) =>
    admissions.admit({ authorization: `Bearer ${key}`, ip }),
  );
  return (await Promise.all(answers)).map(({ verdict }) => verdict);
}

test('D40: while a key is used from an address on its list, a request from another address is refused', async () => {
  const { key } = await makeTeam(api(), { ipRanges: ['198.51.100.7'] });
  const own = { key, ip: '198.51.100.7' };
  const stolen = { key, ip: '203.0.113.9' };
  expect(await askTogether([own, stolen, own])).toEqual(['admitted', 'unauthorized', 'admitted']);
  expect(await askTogether([stolen, own, stolen])).toEqual([
    'unauthorized',
    'admitted',
    'unauthorized',
  ]);
});

test('D54: one key from several addresses at once has 120 requests a minute', async () => {
  const { key } = await makeTeam(api());
  const asking = ['198.51.100.1', '198.51.100.2'].map((ip) => ({ key, ip }));
  expect(await admitted(asking, 100)).toBe(120);
});

test("D55: several keys of one team used at once share the team's limit", async () => {
  const team = await makeTeam(api(), { rateLimit: 150 });
  const keys = [team.key, (await team.createKey()).key];
  const asking = keys.map((key) => ({ key, ip: '198.51.100.1' }));
  expect(await admitted(asking, 100)).toBe(150);
});

test('D52: admission applies the given limits of keys, and of addresses without a key', async () => {
  const { key } = await makeTeam(api());
  const { rows } = await api().sql.query(
    'select granted, outer_limit, key_used from admit_calls($1, $2, $3, $3, $4, $5, 3, $6)',
    [
      [parseKey(key)?.prefix, null],
      [hashKey(key), null],
      ['198.51.100.1', '198.51.100.2'],
      [5, 5],
      randomBytes(16),
      api().clock.stoppedAt(),
    ],
  );
  expect(rows).toEqual([
    { granted: 3, outer_limit: 600, key_used: 0 },
    { granted: 3, outer_limit: 3, key_used: null },
  ]);
});
