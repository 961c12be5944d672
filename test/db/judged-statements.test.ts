import { expect, test } from 'vitest';
import { withTransaction } from '../../src/db/transaction.ts';
import { byStatement } from '../../src/worker/housekeeping/retention-rule.ts';
import { judgeStatement } from '../harness/statements/judge-statement.ts';
import { useDatabase } from '../harness/use-database.ts';

const database = useDatabase();

test.each([
  ['a team by its parameter', 'select m.id from member m where m.tenant_id = $1'],
  ['a team as Prisma writes it', 'SELECT 1 FROM "public"."member" WHERE "member"."tenant_id" = $1'],
  ['several teams', 'select 1 from training t where t.tenant_id = any ($1)'],
  ['several teams as Prisma writes them', 'select 1 from "member" where "tenant_id" IN ($1,$2)'],
  ['a condition that never holds', 'SELECT 1 FROM "public"."member" WHERE 1=0'],
  ['a new row with its team', 'insert into assignment (tenant_id, id) values ($1, $2)'],
  ['an insert that may change', 'insert into analytics_sum as s (tenant_id, span) select $1, $2'],
  [
    'a team beside the catalog',
    'select 1 from assignment a join catalog_entry c on c.id = a.id where a.tenant_id = $1',
  ],
  ['control alone', 'select 1 from session s join person p on p.id = s.person_id'],
  ['a part with the name of a table', 'with session as (select 1) select 1 from session'],
  [
    'a column with the name of a table',
    'select t.evaluation from training t where t.tenant_id = $1',
  ],
  ['a text with the name of a table', `select 'from session' from member where tenant_id = $1`],
  ['a comment', 'select 1 from member where tenant_id = $1 -- join session'],
  ['a change of the schema', 'alter table member add column tenant text'],
  ['neither family', 'select now()'],
  [
    'a statement that is joined from parts of both families',
    `with part_0 as (insert into assignment (tenant_id, id) values ($1, $2)),
part_1 as (select is_kept, has_job from raise_many_events($1, $3, $4, $5)) select true from part_1`,
  ],
])('%s may be sent to a cluster', (_, text) => {
  expect(judgeStatement(text)).toBeNull();
});

test.each([
  ['select 1 from member m', 'tables of teams (member) without the tenant'],
  ['select 1 from member m where m.id = $1', 'tables of teams (member) without the tenant'],
  ['delete from "public"."request_log_d20270101"', '(request_log_d20270101) without the tenant'],
  ['insert into assignment (id) values ($1)', '(assignment) without the tenant'],
  [
    'select 1 from member m join person p on p.id = m.user_id where m.tenant_id = $1',
    '(member) and of control (person)',
  ],
  [
    'select 1 from training t, tenant n where t.tenant_id = $1 and n.id = $1',
    '(training) and of control (tenant)',
  ],
  [
    'select 1 from member where tenant_id = $1 and id in (select s.id from "session" s)',
    '(member) and of control (session)',
  ],
  [
    'insert into webhook_event (tenant_id) select m.tenant_id from member m where m.tenant_id = $1',
    '(member) and of control (webhook_event)',
  ],
  [
    'select raise_one_event($1) from assignment where tenant_id = $1',
    '(assignment) and of control (raise_one_event)',
  ],
  [
    'with m as (update member set status = $2 where tenant_id = $1 returning id) select end_command_lines($1, id) from m',
    '(member) and of control (end_command_lines)',
  ],
  [
    `with part_0 as (insert into assignment (tenant_id, id) values ($1, $2)),
part_1 as (select 1 from training t, tenant n where t.tenant_id = $1 and n.id = $1) select true`,
    '(training) and of control (tenant)',
  ],
])('%s is refused', (text, verdict) => {
  expect(judgeStatement(text)).toContain(verdict);
});

test('P763: the tests refuse such a statement of the product, and name the line that has sent it', async () => {
  const remove = byStatement('delete from training_intake where waiting_since < $1 and $2 > 0');
  const pending = withTransaction(database().pool, (client) =>
    remove(client, new Date(), undefined as never),
  );
  await expect(pending).rejects.toThrow(
    /^A statement of src\/worker\/housekeeping\/retention-rule\.ts:\d+ names tables of teams \(training_intake\) without the tenant: delete/,
  );
});
