import { describe, expect, test } from 'vitest';
import { getCallerAddress } from '../../src/features/api-keys/api-keys.router.ts';
import { errorOf, makeSession } from '../harness/app.ts';
import { makeTeam } from '../harness/team.ts';
import { useKeys } from './harness/api-keys.ts';

const { api, create, get, owner, team } = useKeys();

describe('list', () => {
  test('newest first, in pages, with working keys apart from ended ones', async () => {
    const keys = [team().keyId];
    for (let i = 0; i < 4; i++) {
      api().clock.travel(1);
      keys.unshift((await create()).key_id);
    }
    const [newest = '', next = ''] = keys;
    await owner().app.apiKeys.revoke.mutate({ key_id: newest });
    api().clock.travel(1);
    await owner().app.apiKeys.rotate.mutate({ key_id: next, grace: '0' });
    const idsOf = async (show: 'all' | 'working' | 'ended') => {
      const ids: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await owner().app.apiKeys.list.query({ show, limit: '2', cursor });
        ids.push(...page.data.map(({ key_id }) => key_id));
        cursor = page.next_cursor ?? undefined;
      } while (cursor);
      return ids;
    };
    expect(await idsOf('ended')).toEqual([newest, next]);
    expect((await idsOf('working')).slice(1)).toEqual(keys.slice(2));
    expect((await idsOf('all')).slice(1)).toEqual(keys);
    const { next_cursor } = await owner().app.apiKeys.list.query({ limit: '1' });
    const misused = owner().app.apiKeys.list.query({ show: 'ended', cursor: next_cursor ?? '' });
    expect((await errorOf(misused)).errors?.[0]?.pointer).toBe('/cursor');
  });

  test('has each state, with how many keys are in it', async () => {
    const other = await makeTeam(api());
    const { app } = await makeSession(other, other.owner);
    const now = api().clock.now().getTime();
    const day = 86_400_000;
    const at = (days: number) => new Date(now + days * day).toISOString();
    const dates = {
      active: { expires_at: at(8) },
      expiring: { expires_at: at(6) },
      in_grace: { expires_at: at(1), rotated_at: at(-1) },
      expired: { expires_at: at(-1), rotated_at: at(-2) },
      revoked: { expires_at: at(-1), revoked_at: at(-2) },
    };
    const made = new Map<string, string>();
    for (const [state, columns] of Object.entries(dates)) {
      api().clock.travel(1);
      const { key_id } = await other.createKey({ createdBy: other.owner.memberId });
      made.set(state, key_id);
      const names = Object.keys(columns);
      const set = names.map((name, n) => `${name} = $${n + 2}`).join();
      await api().sql.query(`update api_key set ${set} where id = $1`, [
        key_id,
        ...Object.values(columns),
      ]);
    }
    for (const state of Object.keys(dates) as (keyof typeof dates)[]) {
      const { data, counts } = await app.apiKeys.list.query({ show: state });
      expect(data).toMatchObject(
        [
          ...(state === 'active' ? [{ key_id: other.keyId }] : []),
          { key_id: made.get(state), state },
        ].reverse(),
      );
      expect(counts).toEqual({
        all: 6,
        active: 2,
        expiring: 1,
        in_grace: 1,
        expired: 1,
        revoked: 1,
      });
    }
    expect((await app.apiKeys.list.query({ show: 'working' })).data).toHaveLength(4);
    expect((await app.apiKeys.list.query({ show: 'ended' })).data).toHaveLength(2);
  });

  test('warns when the creator is no longer an admin, and still names the creator (D42)', async () => {
    const admin = await team().addMember({ role: 'admin', canManageKeys: true });
    const { key_id } = await team().createKey({ createdBy: admin.memberId });
    expect((await get(key_id)).warnings).toEqual([]);
    const change = (sql: string) =>
      api().sql.query(`update member set ${sql} where id = $1`, [admin.memberId]);
    await team().addMember({ role: 'admin' });
    await change(`role = 'member'`);
    expect(await get(key_id)).toMatchObject({
      warnings: ['creator_role_gone'],
      creator: { email: admin.email, role: 'member' },
    });
    await change(`role = 'admin', status = 'removed', removed_at = now()`);
    expect(await get(key_id)).toMatchObject({
      warnings: ['creator_role_gone'],
      creator: { status: 'removed' },
    });
    await team().set({ member_detail_enabled: false });
    expect((await get(key_id)).creator).toBe(null);
    expect((await get(team().keyId)).creator).toMatchObject({ is_me: true, role: 'owner' });
  });
});

describe('the address of the person who asks, for the list of addresses of a key', () => {
  test('is that of the request, and the key can be used from there', async () => {
    const { range } = await owner().app.apiKeys.callerAddress.query({});
    expect(range).toBe('127.0.0.1/32');
    const { key_id, key } = await create({ ip_ranges: [range ?? ''] });
    expect((await get(key_id)).ip_ranges).toEqual([range]);
    expect((await api().request('GET', '/me', { key })).status).toBe(200);
  });

  test('is a network for IPv6, because the rest of the address changes by itself', () => {
    const ip = '2001:db8:1:2:aaaa:bbbb:cccc:dddd';
    expect(getCallerAddress(ip)).toEqual({ ip, range: '2001:db8:1:2::/64' });
    expect(getCallerAddress(null)).toEqual({ ip: null, range: null });
  });
});
