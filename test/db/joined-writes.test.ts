import { expect, test } from 'vitest';
import { recordAudit } from '../../src/features/audit-log/record-audit.ts';
import { raiseEvent } from '../../src/features/webhooks/raise-event.ts';
import { asSystem } from '../../src/operation/system-call.ts';
import { insertEndpoint } from '../harness/rows.ts';
import { makeTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();

test('a transaction that raises two events and records a change sends them as one statement, and writes all', async () => {
  const team = await makeTeam(api());
  // A team keeps its events once a key has asked for them.
  await team.request('GET', '/events');
  // Each event also adds a job, so that the answer of the first would be enough for both columns.
  await insertEndpoint(team, { events: ['member.joined'] });
  const { pool, clock } = api();
  await asSystem(pool, team.tenantId, clock.now(), async (call) => {
    await recordAudit(call, { action: 'assignment.created', targetId: 'asg_1' });
    for (const status of ['invited', 'active'] as const) {
      const data = { member_id: 'mem_1', user_id: null, role: 'member', status } as const;
      await raiseEvent(call, 'member.joined', data);
    }
  });
  const { rows } = await api().sql.query(
    `select (select count(*)::integer from kept_event where tenant_id = $1 and type = 'member.joined') as events,
       (select count(*)::integer from audit_entry where tenant_id = $1 and target_id = 'asg_1') as entries`,
    [team.tenantId],
  );
  expect(rows).toEqual([{ events: 2, entries: 1 }]);
});
