import { beforeAll, describe, expect, test } from 'vitest';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { ask, faultOf, read, typesOf } from './harness/feed.ts';

const api = useApi();
let team: TestTeam;

beforeAll(async () => {
  team = await makeTeam(api());
});

describe('GET /events', () => {
  test('D178: each event comes once, oldest first, with the body of webhooks; the cursor is always there', async () => {
    const begin = await read(team);
    expect(begin).toEqual({ data: [], cursor: expect.any(String), has_more: false });
    const { memberId } = await team.addMember();
    expect((await team.request('DELETE', `/users/${memberId}`)).status).toBe(200);
    const page = await read(team, { cursor: begin.cursor, limit: '1' });
    expect([typesOf(page), page.has_more]).toEqual([['member.joined'], true]);
    const next = await read(team, { cursor: page.cursor });
    expect([typesOf(next), next.has_more]).toEqual([['member.removed'], false]);
    const { rows } = await api().sql.query('select body from webhook_event where id = $1', [
      next.data[0]?.id,
    ]);
    expect(JSON.stringify(next.data[0])).toBe(rows[0].body);
    const end = await read(team, { cursor: next.cursor });
    expect(end).toEqual({ data: [], cursor: expect.any(String), has_more: false });
    // A cursor can be asked again.
    expect(await read(team, { cursor: page.cursor })).toEqual(next);
  });

  test('D178: `types` chooses, and the cursor is bound to tenant and types', async () => {
    const { cursor } = await read(team, { types: 'member.removed,member.joined' });
    const { memberId } = await team.addMember();
    await team.request('DELETE', `/users/${memberId}`);
    const page = await read(team, { cursor, types: 'member.joined,member.removed' });
    expect(typesOf(page)).toEqual(['member.joined', 'member.removed']);
    const wrong = [422, ['/cursor invalid_cursor']];
    expect(faultOf(await ask(team, { cursor }))).toEqual(wrong);
    expect(faultOf(await ask(team, { cursor, types: 'member.joined' }))).toEqual(wrong);
    const other = await makeTeam(api());
    const types = 'member.joined,member.removed';
    expect(faultOf(await ask(other, { cursor, types }))).toEqual(wrong);
    for (const unknown of ['ping', 'member.joined,x', ',']) {
      expect((await ask(team, { types: unknown })).status).toBe(422);
    }
  });

  test('D178: `since` begins with the first event of this time or later, only without `cursor`', async () => {
    const { cursor } = await read(team);
    api().clock.travel(1_000);
    await team.addMember();
    api().clock.travel(1_000);
    const since = api().clock.now().toISOString();
    const { memberId } = await team.addMember();
    const page = await read(team, { since });
    expect(page.data).toMatchObject([{ type: 'member.joined', data: { member_id: memberId } }]);
    api().clock.travel(1_000);
    const later = await read(team, { since: api().clock.now().toISOString() });
    expect(later.data).toEqual([]);
    expect(await read(team, { cursor: later.cursor })).toEqual(later);
    expect(faultOf(await ask(team, { cursor, since }))).toEqual([422, ['/since invalid_value']]);
  });

  test('D190: `since` may be at most five minutes in the future, as clocks differ', async () => {
    const since = (s: number) => new Date(api().clock.now().getTime() + s * 1_000).toISOString();
    expect((await read(team, { since: since(290) })).data).toEqual([]);
    expect(faultOf(await ask(team, { since: since(310) }))).toEqual([
      422,
      ['/since invalid_value'],
    ]);
  });

  test('D179: a time before the events were kept is `cursor_expired`', async () => {
    const since = new Date(api().clock.now().getTime() - 1).toISOString();
    const fresh = await makeTeam(api());
    await read(fresh);
    expect(faultOf(await ask(fresh, { since }))).toEqual([422, ['/since cursor_expired']]);
  });

  test('D180: a body is stripped of what the switch hides at the time of reading', async () => {
    const { cursor } = await read(team);
    const { memberId, userId } = await team.addMember();
    const [shown] = (await read(team, { cursor })).data;
    expect(shown?.data).toMatchObject({ member_id: memberId, user_id: userId });
    await team.set({ member_detail_enabled: false });
    const [hidden] = (await read(team, { cursor })).data;
    const { user_id: _, ...rest }: Record<string, unknown> = { ...shown?.data };
    expect(hidden).toEqual({ ...shown, data: rest });
    await team.set({ member_detail_enabled: true });
  });
});
