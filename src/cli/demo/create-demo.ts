import { scopes } from '../../auth/scopes.ts';
import { type Queryable, TeamDb } from '../../db/team-db.ts';
import { withTransaction } from '../../db/transaction.ts';
import { makeFirstLink } from '../../features/account/make-first-link.ts';
import { setFirstPassword } from '../../features/account/set-first-password.ts';
import { createKey } from '../../features/api-keys/create-key.ts';
import { installCatalog } from '../../features/catalog/install-catalog.ts';
import { systemCall } from '../../operation/system-call.ts';
import type { CommandContext } from '../command.ts';
import { firstSignInUrl } from '../sign-in-url.ts';
import { assignmentRow, planTasks } from './assignments.ts';
import { caseRows } from './cases.ts';
import { createDemoCatalog } from './catalog.ts';
import { crmRows } from './crm.ts';
import { insertRows } from './insert-rows.ts';
import { Random } from './random.ts';
import { createDemoTeam, type DemoTeam } from './team.ts';
import { planSessions } from './trainings.ts';

const SEED = 2026;

export type Demo = {
  tenant_id: string;
  owner_member_id: string;
  owner_user_id: string;
  owner_email: string;
  key_id: string;
  key_prefix: string;
  key: string;
  sign_in_url: string;
  members: number;
  trainings: number;
  assignments: number;
  cases: number;
  deals: number;
  objections: number;
};

/**
 * A team with a full year behind it, and a key with all scopes. All of it or nothing. Its owner signs
 * in with the password that is given, or else by a link for the first time.
 */
export async function createDemo(
  { pool, now, publicUrl }: CommandContext,
  ownerPassword?: string,
): Promise<Demo> {
  await installCatalog(pool);
  return withTransaction(pool, async (client) => {
    const team = await createDemoTeam(client, now);
    await createDemoCatalog(client, team, now);
    const counts = await fillDemoTeam(client, team, now);
    const call = systemCall(new TeamDb(client, team.tenantId), now);
    const key = await createKey(call, { name: 'Demo', scopes: [...scopes] });
    const { ownerUserId: personId, ownerMemberId: memberId } = team;
    if (ownerPassword !== undefined) {
      await setFirstPassword(call, { personId, password: ownerPassword });
    }
    const token = await makeFirstLink(call, { personId, memberId });
    return {
      tenant_id: team.tenantId,
      owner_member_id: team.ownerMemberId,
      owner_user_id: team.ownerUserId,
      owner_email: team.ownerEmail,
      ...key,
      sign_in_url: firstSignInUrl(publicUrl, token),
      ...counts,
    };
  });
}

async function fillDemoTeam(db: Queryable, team: DemoTeam, now: Date) {
  const random = new Random(SEED);
  const tasks = planTasks(team.members, random, now);
  const { trainings, evaluations } = planSessions(team, tasks, random, now);
  const cases = caseRows(team, random, now);
  const { deals, said } = crmRows(team, random, now);
  const assignments = tasks.map((task) => assignmentRow(team.tenantId, task, random, now));
  await insertRows(db, 'assignment', assignments);
  await insertRows(db, 'training', trainings);
  await insertRows(db, 'evaluation', evaluations);
  await db.query(
    `update assignment a set completed_training_id = t.id from training t
     where a.tenant_id = $1 and t.tenant_id = $1 and t.assignment_id = a.id`,
    [team.tenantId],
  );
  await insertRows(db, 'team_case', cases);
  await insertRows(db, 'crm_deal', deals);
  await insertRows(db, 'crm_objection', said);
  return {
    members: team.members.length,
    trainings: trainings.length,
    assignments: assignments.length,
    cases: cases.length,
    deals: deals.length,
    objections: said.length,
  };
}
