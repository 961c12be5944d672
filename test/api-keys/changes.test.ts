import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../src/shared/time/durations.ts';
import { codeOf, errorOf, makeSession } from '../harness/app.ts';
import { useKeys } from './harness/api-keys.ts';

const { api, auditOf, create, get, owner, signInAgain, soon, statusOf, team } = useKeys();

describe('duplicate', () => {
  test('copies everything but the given scopes, and the first key does not change', async () => {
    const first = await create({ ip_ranges: ['198.51.100.7'], expires_at: soon(DAY_MS) });
    const before = await get(first.key_id);
    const { key_id, key } = await owner().app.apiKeys.duplicate.mutate({
      key_id: first.key_id,
      scopes: ['cases:write'],
    });
    expect(await get(key_id)).toMatchObject({
      name: 'CRM',
      scopes: ['cases:write'],
      ip_ranges: ['198.51.100.7/32'],
      expires_at: soon(DAY_MS),
      predecessor: null,
    });
    expect(await get(first.key_id)).toEqual(before);
    expect([await statusOf(first.key), await statusOf(key)]).toEqual([200, 200]);
    const [{ changes }] = await auditOf(key_id);
    expect(changes).toMatchObject({ duplicate_of: first.key_id, scopes: ['cases:write'] });
  });

  test('of a revoked key makes a new key; an expiry in the past must be given again', async () => {
    const { key_id } = await create({ expires_at: soon(HOUR_MS) });
    await owner().app.apiKeys.revoke.mutate({ key_id });
    const copy = (more: object) => owner().app.apiKeys.duplicate.mutate({ key_id, ...more });
    expect(await statusOf((await copy({ name: 'Copy' })).key)).toBe(200);
    api().clock.travel(HOUR_MS);
    await signInAgain();
    expect(await errorOf(copy({}))).toMatchObject({
      code: 'validation_error',
      field: 'expires_at',
      detail: expect.stringContaining('null for none'),
    });
    const { key_id: last } = await copy({ expires_at: null, template: 'read_and_assignments' });
    expect(await get(last)).toMatchObject({ expires_at: null, template: 'read_and_assignments' });
  });
});

describe('rename and revoke', () => {
  const rename = async (key_id: string, name: string, version?: string) =>
    owner().app.apiKeys.rename.mutate({
      key_id,
      name,
      version: version ?? (await get(key_id)).version,
    });

  test('a new name leaves an audit entry, and the same name leaves none', async () => {
    const { key_id, key } = await create();
    for (const name of [' Invoices ', 'Invoices']) await rename(key_id, name);
    expect((await get(key_id)).name).toBe('Invoices');
    expect(await statusOf(key)).toBe(200);
    expect((await auditOf(key_id)).slice(1)).toMatchObject([
      { action: 'api_key.renamed', changes: { name: 'Invoices' } },
    ]);
    expect((await errorOf(rename(key_id, ''))).errors?.[0]?.pointer).toBe('/name');
  });

  test('a rename of a key that others have renamed meanwhile is refused, even if both come at once', async () => {
    const { key_id } = await create();
    const { version } = await get(key_id);
    expect((await rename(key_id, 'First')).version).toBe((await get(key_id)).version);
    expect(await errorOf(rename(key_id, 'Second', version))).toMatchObject({
      code: 'stale',
      changes: [{ field: 'name', by: { kind: 'user', id: team().owner.memberId } }],
    });
    const other = await makeSession(team(), team().owner);
    const seen = (await get(key_id)).version;
    const codes = await Promise.all(
      [owner(), other].map(({ app }, i) =>
        codeOf(app.apiKeys.rename.mutate({ key_id, name: `Name ${i}`, version: seen })),
      ),
    );
    expect(codes.sort()).toEqual(['ok', 'stale']);
  });

  test('a revoked key is refused from the next request on, for ever (D44)', async () => {
    const { key_id, key } = await create();
    expect(await statusOf(key)).toBe(200);
    const revoked = await owner().app.apiKeys.revoke.mutate({ key_id });
    expect(await statusOf(key)).toBe(401);
    api().clock.travel(HOUR_MS);
    await signInAgain();
    expect(await owner().app.apiKeys.revoke.mutate({ key_id })).toEqual(revoked);
    expect(await get(key_id)).toMatchObject({ state: 'revoked', revoked_at: revoked.revoked_at });
    expect((await auditOf(key_id)).map(({ action }) => action).slice(1)).toEqual([
      'api_key.revoked',
    ]);
  });
});
