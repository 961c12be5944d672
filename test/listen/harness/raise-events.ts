import { raiseEvent } from '../../../src/features/webhooks/raise-event.ts';
import type { TestTeam } from '../../harness/team.ts';

/** Raises an event as a change of the team does, and returns its id. */
export async function raise(team: TestTeam, memberId = 'mem_1'): Promise<string> {
  await team.do((call) =>
    raiseEvent(call, 'member.removed', {
      member_id: memberId,
      user_id: 'usr_1',
      role: 'member',
      status: 'removed',
    }),
  );
  const { rows } = await team.api.sql.query<{ id: string }>(
    `select id from webhook_event where tenant_id = $1
     order by created_at desc, xmin::text::bigint desc limit 1`,
    [team.tenantId],
  );
  return rows[0]?.id ?? '';
}

/** Raises several events, one after the other. */
export async function raiseMany(team: TestTeam, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push(await raise(team, `mem_${n}`));
  return ids;
}
