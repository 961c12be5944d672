import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, WEEK_MS } from '../../src/shared/time/durations.ts';
import { codeOf, errorOf, makeSession } from '../harness/app.ts';
import { useKeys } from './harness/api-keys.ts';

const { api, auditOf, create, get, owner, signInAgain, soon, statusOf, team } = useKeys();

describe('rotate', () => {
  const rotate = (key_id: string, grace: '0' | '1h' | '24h' | '7d' | '30d', more: object = {}) =>
    owner().app.apiKeys.rotate.mutate({ key_id, grace, ...more });

  test.each([
    ['0', 0],
    ['1h', HOUR_MS],
    ['24h', DAY_MS],
    ['7d', WEEK_MS],
    ['30d', 30 * DAY_MS],
  ] as const)('with grace %s both keys work until it ends (D45)', async (grace, ms) => {
    const old = await create();
    const made = await rotate(old.key_id, grace);
    expect(made).toMatchObject({
      expires_at: null,
      expiry_inherited: false,
      old_key_valid_until: soon(ms),
    });
    expect(await statusOf(made.key)).toBe(200);
    if (ms > 0) {
      expect((await get(old.key_id)).state).toBe('in_grace');
      api().clock.travel(ms - 1);
      expect(await statusOf(old.key)).toBe(200);
      api().clock.travel(1);
    }
    expect(await statusOf(old.key)).toBe(401);
    expect(await statusOf(made.key)).toBe(200);
  });

  test('an inherited expiry is shown, and another one may be given (D46)', async () => {
    const rotated = async (more: object) => {
      const { key_id } = await create({ expires_at: soon(10 * DAY_MS) });
      const made = await rotate(key_id, '30d', more);
      expect((await get(made.key_id)).expires_at).toBe(made.expires_at);
      // The old key must not outlive its own expiry.
      expect(made.old_key_valid_until).toBe(soon(10 * DAY_MS));
      return [made.expires_at, made.expiry_inherited];
    };
    expect(await rotated({})).toEqual([soon(10 * DAY_MS), true]);
    expect(await rotated({ expires_at: soon(365 * DAY_MS) })).toEqual([soon(365 * DAY_MS), false]);
    expect(await rotated({ expires_at: null })).toEqual([null, false]);
  });

  test('predecessor and successor name each other, with their states', async () => {
    const first = await create();
    api().clock.travel(1);
    const second = await rotate(first.key_id, '1h');
    api().clock.travel(1);
    const third = await rotate(second.key_id, '1h');
    await owner().app.apiKeys.revoke.mutate({ key_id: third.key_id });
    const { data } = await owner().app.apiKeys.list.query({});
    const links = new Map(data.map((key) => [key.key_id, [key.predecessor, key.successor]]));
    const named = ({ key_id, key_prefix }: typeof first, state: string) => ({
      key_id,
      key_prefix,
      state,
    });
    expect(links.get(first.key_id)).toEqual([null, named(second, 'in_grace')]);
    expect(links.get(second.key_id)).toEqual([named(first, 'in_grace'), named(third, 'revoked')]);
    expect(links.get(third.key_id)).toEqual([named(second, 'in_grace'), null]);
    expect(links.get(team().keyId)).toEqual([null, null]);
  });

  test('of two rotations at once one is refused, and there is one successor', async () => {
    const { key_id } = await create();
    const other = await makeSession(team(), team().owner);
    const codes = await Promise.all(
      [owner(), other].map(({ app }) => codeOf(app.apiKeys.rotate.mutate({ key_id, grace: '1h' }))),
    );
    expect(codes.sort()).toEqual(['conflict', 'ok']);
    expect((await owner().app.apiKeys.list.query({})).data).toHaveLength(3);
  });

  test.each(['revoked', 'rotated', 'expired'])('a key that is %s is refused', async (state) => {
    const { key_id } = await create({ expires_at: soon(HOUR_MS) });
    if (state === 'revoked') await owner().app.apiKeys.revoke.mutate({ key_id });
    if (state === 'rotated') await rotate(key_id, '1h');
    if (state === 'expired') api().clock.travel(HOUR_MS);
    await signInAgain();
    const { code, detail } = await errorOf(rotate(key_id, '1h'));
    expect([code, detail]).toEqual(['conflict', expect.stringContaining(state)]);
  });

  test('an expiry in the past and an unknown grace are refused', async () => {
    const { key_id } = await create();
    expect(await errorOf(rotate(key_id, '1h', { expires_at: soon(0) }))).toMatchObject({
      code: 'validation_error',
      field: 'expires_at',
    });
    const { errors } = await errorOf(rotate(key_id, '2h' as '1h'));
    expect(errors?.[0]?.pointer).toBe('/grace');
    expect((await get(key_id)).state).toBe('active');
  });

  test('the audit entry is about the old key and names the new key', async () => {
    const { key_id } = await create();
    const made = await rotate(key_id, '24h', { expires_at: soon(DAY_MS) });
    expect((await auditOf(key_id))[1]).toEqual({
      actor_kind: 'user',
      actor_id: team().owner.memberId,
      action: 'api_key.rotated',
      changes: {
        new_key_id: made.key_id,
        grace: '24h',
        expires_at: soon(DAY_MS),
        created_by: team().owner.memberId,
      },
    });
  });
});

describe('endGrace', () => {
  const end = (key_id: string) => owner().app.apiKeys.endGrace.mutate({ key_id });

  test('ends the old key at once, and a second call changes nothing', async () => {
    const old = await create();
    const made = await owner().app.apiKeys.rotate.mutate({ key_id: old.key_id, grace: '7d' });
    const ended = await end(old.key_id);
    expect(ended.expires_at).toBe(soon(0));
    expect([await statusOf(old.key), await statusOf(made.key)]).toEqual([401, 200]);
    api().clock.travel(HOUR_MS);
    await signInAgain();
    expect(await end(old.key_id)).toEqual(ended);
    expect((await auditOf(old.key_id)).map(({ action }) => action)).toEqual([
      'api_key.created',
      'api_key.grace_ended',
      'api_key.rotated',
    ]);
  });

  test('refuses a key that was not rotated, and one that is revoked', async () => {
    const { key_id } = await create({ expires_at: soon(HOUR_MS) });
    expect((await errorOf(end(key_id))).detail).toContain('not rotated');
    await owner().app.apiKeys.rotate.mutate({ key_id, grace: '1h' });
    await owner().app.apiKeys.revoke.mutate({ key_id });
    expect(await errorOf(end(key_id))).toMatchObject({ code: 'conflict' });
    expect((await get(key_id)).state).toBe('revoked');
  });
});
