import { expect, test } from 'vitest';
import { addMember } from '../../src/features/members/add-member.ts';
import { inviteMember } from '../../src/features/members/invite-member.ts';
import { removeMember } from '../../src/features/members/remove-member.ts';
import { setTeam } from '../../src/features/team/set-team.ts';
import { readMail } from '../harness/smtp.ts';
import { smtp, useOutbox } from '../mail/harness/outbox.ts';
import { runJobs } from '../worker/harness/queue.ts';

const { pool, jobs, team, tasks, rows } = useOutbox();

const setDetail = (on: boolean) =>
  team().do((call) => setTeam(call, { member_detail_enabled: on }));

test('when member detail is switched on, each active member gets a mail, in the language of the member', async () => {
  const server = await smtp();
  const add = (email: string, lang: 'de' | 'en') =>
    team().do((call) => addMember(call, { email, lang }));
  await add('anna@example.com', 'de');
  await add('ben@example.com', 'en');
  const gone = await add('gone@example.com', 'de');
  await team().do((call) => removeMember(call, gone.member_id));
  await team().do((call) =>
    inviteMember(call, { email: 'invited@example.com', role: 'member', lang: 'de' }),
  );
  await pool().query('delete from graphile_worker._private_jobs');
  await setDetail(true);
  await setDetail(false);
  expect(await jobs()).toEqual([]);
  await setDetail(true);
  expect(await jobs()).toMatchObject([{ task: 'team.member_detail_on' }]);
  await runJobs(pool(), tasks(server.url));
  const mails = server.mails.map(({ to, raw }) => ({ to: to[0], ...readMail(raw) }));
  const subjectOf = (address: string) =>
    mails.find(({ to }) => to === address)?.headers.get('subject');
  expect(mails.map(({ to }) => to).sort()).toHaveLength(3);
  expect(subjectOf('anna@example.com')).toContain('Angaben zu einzelnen Personen');
  expect(subjectOf('ben@example.com')).toContain('details of each person');
  expect(subjectOf('gone@example.com')).toBe(undefined);
  expect(subjectOf('invited@example.com')).toBe(undefined);
});

test('neither a job that runs twice nor a second switch on the same day writes a second mail', async () => {
  await setDetail(false);
  await setDetail(true);
  await runJobs(pool(), tasks(null));
  const written = await rows();
  expect(written).toHaveLength(1);
  await setDetail(false);
  await setDetail(true);
  await runJobs(pool(), tasks(null));
  expect(await rows()).toEqual(written);
});

test('a change of another setting of the team writes no mail', async () => {
  await setDetail(true);
  await pool().query('delete from graphile_worker._private_jobs');
  await team().do((call) =>
    setTeam(call, { member_detail_enabled: true, leaderboard_enabled: false }),
  );
  expect(await jobs()).toEqual([]);
});

test('mails to 2,500 members are written in a few statements, each with its own job', async () => {
  await pool().query(
    `insert into member (tenant_id, id, user_id, email, role, status, created_through, created_at,
       joined_at)
     select $1, 'mem_' || n, 'usr_' || n, n || '@example.com', 'member', 'active', 'app', now(), now()
     from generate_series(1, 2500) n`,
    [team().tenant_id],
  );
  await setDetail(false);
  await setDetail(true);
  const [task] = await jobs();
  expect(task?.task).toBe('team.member_detail_on');
  const day = new Date().toISOString().slice(0, 10);
  await tasks(null)['team.member_detail_on']?.({ tenant: team().tenant_id, day });
  expect(await rows()).toHaveLength(2_501);
  expect((await jobs()).filter((job) => job.task === 'mail.send')).toHaveLength(2_501);
});
