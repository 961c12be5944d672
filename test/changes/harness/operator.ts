import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { ERASED_EMAIL } from '../../../src/features/erasure/replace-names.ts';
import type { Random } from '../../../src/seed/demo/random.ts';
import {
  insertAssignment,
  insertCase,
  insertDeal,
  insertInvited,
  insertObjection,
  insertScoredTraining,
  insertTraining,
} from '../../harness/rows.ts';
import type { World } from '../../harness/world.ts';

/** Statements of an operator, who writes past the product. `$1` is the team, `$2` a number. */
export const statements = [
  `update assignment set note = 'note ' || $2::text where tenant_id = $1 and id in (select id from assignment where tenant_id = $1 order by md5(id || $2::text) limit 2)`,
  `update assignment set note = note where tenant_id = $1 and $2::text <> ''`,
  `delete from assignment a where a.tenant_id = $1 and a.id in (select id from assignment where tenant_id = $1 order by md5(id || $2::text) limit 1)
    and not exists (select from training t where t.tenant_id = $1 and t.assignment_id = a.id)`,
  `update training set status = case when status = 'scored' then 'completed' else 'scored' end, finished_at = coalesce(finished_at, now())
    where tenant_id = $1 and id in (select training_id from evaluation where tenant_id = $1 order by md5(training_id || $2::text) limit 1)`,
  `update evaluation set total = ($2::text)::int % 100, updated_at = now() where tenant_id = $1`,
  `delete from evaluation where tenant_id = $1 and training_id in (select training_id from evaluation where tenant_id = $1 order by md5(training_id || $2::text) limit 1)`,
  `delete from training where tenant_id = $1 and id in (select id from training where tenant_id = $1 order by md5(id || $2::text) limit 1)`,
  `update training set member_id = (select id from member where tenant_id = $1 and status = 'active' order by md5(id || $2::text) limit 1)
    where tenant_id = $1 and assignment_id is null and id in (select id from training where tenant_id = $1 order by md5(id || $2::text) limit 1)`,
  `update team_case set visibility = case visibility when 'team' then 'private' else 'team' end where tenant_id = $1
    and id in (select id from team_case where tenant_id = $1 order by md5(id || $2::text) limit 1)`,
  `update team_case set title = 'title ' || $2::text where tenant_id = $1`,
  `update member set role = case role when 'admin' then 'member' else 'admin' end where tenant_id = $1 and status = 'active' and role <> 'owner'
    and id in (select id from member where tenant_id = $1 and status = 'active' and role = 'member' order by md5(id || $2::text) limit 1)`,
  `update member set email = $2::text || '@example.org' where tenant_id = $1 and id in (select id from member where tenant_id = $1 and status <> 'removed' order by md5(id || $2::text) limit 1)`,
  `update member set user_id = 'usr_' || md5($2::text || id) where tenant_id = $1 and role <> 'owner' and status = 'active'
    and id in (select id from member where tenant_id = $1 and status = 'active' order by md5(id || $2::text) limit 1)`,
  `update member set status = 'removed', removed_at = now() where tenant_id = $1 and role = 'member' and status <> 'removed'
    and id in (select id from member where tenant_id = $1 and role = 'member' and status <> 'removed' order by md5(id || $2::text) limit 1)`,
  `update member set status = 'active', removed_at = null where tenant_id = $1 and status = 'removed' and user_id is not null and joined_at is not null
    and email <> '${ERASED_EMAIL}' and id in (select id from member where tenant_id = $1 and status = 'removed' order by md5(id || $2::text) limit 1)`,
  `update crm_deal set synced_at = now(), amount = amount + ($2::text)::int % 2 where tenant_id = $1`,
  `delete from crm_objection where tenant_id = $1 and id in (select id from crm_objection where tenant_id = $1 order by md5(id || $2::text) limit 1)`,
  `delete from crm_deal where tenant_id = $1 and id in (select id from crm_deal where tenant_id = $1 order by md5(id || $2::text) limit 1)`,
];

/** What an erasure does at last, without its job. */
export const erasing = `update member set email = '${ERASED_EMAIL}', former_name = null where tenant_id = $1 and status = 'removed'
    and id in (select id from member where tenant_id = $1 and status = 'removed' order by md5(id || $2::text) limit 1)`;

export const inserts: ((world: World, member_id: string) => Promise<unknown>)[] = [
  ({ team }, member_id) => insertAssignment(team, { member_id }),
  ({ team }, member_id) => insertTraining(team, { member_id }),
  ({ team }, member_id) => insertScoredTraining(team, { member_id }),
  ({ team }, member_id) => insertCase(team, { member_id }),
  ({ team }) => insertInvited(team),
  ({ team }) => team.addMember(),
  async ({ team, connection }) =>
    insertObjection(
      team,
      await insertDeal(team, { connection_id: connection, external_id: randomUUID() }),
    ),
];

async function activeMember({ team }: World, n: number): Promise<string> {
  const { rows } = await team.api.sql.query(
    `select id from member where tenant_id = $1 and status = 'active' order by md5(id || $2::text) limit 1`,
    [team.tenantId, n],
  );
  return rows[0].id;
}

export async function insertSome(world: World, random: Random): Promise<void> {
  await random.pick(inserts)(world, await activeMember(world, random.whole(0, 1_000_000)));
}

/** Runs a few statements in a transaction that ends later, or is undone. */
export async function beginWrites(
  { team }: World,
  random: Random,
  { most = 3, from = statements } = {},
): Promise<() => Promise<void>> {
  const client: pg.PoolClient = await team.api.sql.connect();
  // A test may kill the database.
  const ignore = () => undefined;
  client.on('error', ignore);
  const isolation = random.pick(['read committed', 'read committed', 'repeatable read']);
  let isBroken = false;
  // Some are refused by a constraint, or by a lock of another transaction.
  const write = async (text: string, values?: unknown[]) => {
    if (isBroken) return;
    await client.query(text, values).catch(() => {
      isBroken = true;
    });
  };
  await write(`begin isolation level ${isolation}; set local lock_timeout = '50ms'`);
  for (let n = 0; n < most; n++) {
    await write(random.pick(from), [team.tenantId, random.whole(0, 1_000_000)]);
  }
  const end = random.pick(['commit', 'commit', 'rollback']);
  return async () => {
    await client.query(isBroken ? 'rollback' : end).catch(ignore);
    client.off('error', ignore);
    client.release();
  };
}
