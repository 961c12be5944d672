import { register } from 'prom-client';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Scope } from '../../src/auth/scopes.ts';
import { inviteMember } from '../../src/features/members/invite-member.ts';
import { raiseEvent } from '../../src/features/webhooks/raise-event.ts';
import type { Call } from '../../src/operation/call.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { ask, read, typesOf } from './harness/feed.ts';

const api = useApi();
const others: Scope[] = ['users:read', 'users:write'];

const gone = { member_id: 'mem_1', user_id: null, role: 'member', status: 'removed' } as const;

/** A statement that waits for nothing. What a transaction has written before leaves with it. */
const send = (call: Call) => call.db.row(`select true as begun where $1 <> ''`);

/** How many calls wait for an event. */
const waiting = async () =>
  (await register.getSingleMetric('event_feed_waiting_calls')?.get())?.values[0]?.value;

describe('D179: the beginning of a feed', () => {
  test.each([
    ['a change', (call: Call) => inviteMember(call, { email: 'slow@example.com', role: 'member' })],
    ['an event alone', (call: Call) => raiseEvent(call, 'member.removed', gone)],
  ])(
    'nobody reads before the transactions of the team have ended that have raised an event before it began: %s',
    async (_, work) => {
      const team = await makeTeam(api(), { scopes: others });
      const raised = Promise.withResolvers<void>();
      const ending = Promise.withResolvers<void>();
      onTestFinished(() => ending.resolve());
      const open = team.do(async (call) => {
        await work(call);
        await send(call);
        raised.resolve();
        await ending.promise;
      });
      await raised.promise;
      team.useKey(await team.createKey());
      expect((await ask(team)).status).toBe(503);
      ending.resolve();
      await open;
      const { cursor } = await read(team);
      await team.addMember();
      expect(typesOf(await read(team, { cursor }))).toEqual(['member.joined']);
    },
  );

  test.each([{}, { wait: '20' }])(
    'the first reading waits for no transaction that has left out no event, and what commits after it comes exactly once: %o',
    async (query) => {
      const team = await makeTeam(api(), { scopes: others });
      const ending = Promise.withResolvers<void>();
      onTestFinished(() => ending.resolve());
      const ended: Promise<unknown>[] = [];
      /** Begins a transaction that is open over the first reading. */
      const hold = async (of: TestTeam, work: (call: Call) => Promise<unknown>) => {
        const begun = Promise.withResolvers<void>();
        const open = of.do(async (call) => {
          await work(call);
          await send(call);
          begun.resolve();
          await ending.promise;
          if (of === team) await raiseEvent(call, 'member.removed', gone);
        });
        ended.push(open);
        await Promise.race([begun.promise, open]);
      };
      const invite = (call: Call) =>
        inviteMember(call, { email: 'open@example.com', role: 'member' });
      await hold(await makeTeam(api(), { scopes: others }), invite);
      await hold(team, send);
      team.useKey(await team.createKey());
      await hold(team, (call) => raiseEvent(call, 'member.removed', gone));
      const asked = ask(team, query);
      if (query.wait) await until('a call that waits', async () => (await waiting()) === 1);
      else expect((await asked).body).toMatchObject({ data: [], has_more: false });
      ending.resolve();
      await Promise.all(ended);
      const { status, body } = await asked;
      expect(status).toBe(200);
      const ids = (body.data as { id: string }[]).map(({ id }) => id);
      for (let cursor = String(body.cursor); ids.length < 3; ) {
        const next = await read(team, { cursor });
        ids.push(...next.data.map(({ id }) => id));
        if (next.data.length === 0) break;
        cursor = next.cursor;
      }
      expect(new Set(ids).size).toBe(3);
      expect(ids).toHaveLength(3);
    },
  );
});
