import { expect, test } from 'vitest';
import { codeOf, commandLineOf, makeSession } from '../harness/app.ts';
import { makeTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { startLogin } from '../trpc/harness/command-line-inputs.ts';

const api = useApi();

// P735: when a right ends, so does a confirmed code whose token nobody has fetched.
test('if a right ends while its person confirms a code, no login from that code works when the right is given again', async () => {
  const team = await makeTeam(api());
  const admin = await team.addMember({ role: 'admin', canManageKeys: true });
  const { app } = await makeSession(team, admin);
  const { code, poll_token } = await startLogin({ team });
  const holder = await api().sql.connect();
  const setRights = (rights: string) =>
    api().sql.query('update member set rights = $2 where id = $1', [admin.memberId, rights]);
  try {
    await holder.query('begin');
    await holder.query('lock table audit_entry in share mode');
    const confirming = codeOf(
      app.commandLine.confirmLogin.mutate({ code, tenant_id: team.tenantId }),
    );
    await until('the confirmation to wait', async () => {
      const { rows } = await api().sql.query(
        "select from pg_locks where relation = 'audit_entry'::regclass and not granted",
      );
      return rows.length > 0;
    });
    const taking = setRights('{}');
    await until('the right to be taken, or to wait', async () => {
      const { rows } = await api().sql.query(
        `select from member where id = $1 and rights = '{}'
         union all select from pg_stat_activity
         where wait_event_type = 'Lock' and query like 'update member set rights%'`,
        [admin.memberId],
      );
      return rows.length > 0;
    });
    await holder.query('commit');
    await Promise.all([confirming, taking]);
  } finally {
    holder.release();
  }
  await setRights('{schnittstellen}');
  const polled = await commandLineOf(api()).app.commandLine.pollLogin.mutate({ poll_token });
  expect(polled.state).not.toBe('confirmed');
});
