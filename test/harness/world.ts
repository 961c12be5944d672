import type { TestApi } from './api.ts';
import {
  insertAssignment,
  insertCase,
  insertCatalogEntry,
  insertConnection,
  insertCrmRun,
  insertDeal,
  insertDelivery,
  insertEndpoint,
  insertInvited,
  insertObjection,
  insertPolicy,
  insertRemoved,
  insertScoredTraining,
  insertTeamCatalogEntry,
  insertTraining,
  triedOnce,
} from './rows.ts';
import { makeTeam, type Person, type TeamOptions, type TestTeam } from './team.ts';

/** A team with at least one row of each kind. The ids have the names of the contract. */
export type World = {
  team: TestTeam;
  admin: Person;
  member: Person;
  memberId: string;
  invited: string;
  removed: string;
  assignment: string;
  training: string;
  scored: string;
  teamCase: string;
  privateCase: string;
  deal: string;
  objection: string;
  situation: string;
  personality: string;
  industry: string;
  policy: string;
  endpoint: string;
  delivery: string;
  connection: string;
};

export const globalIds = {
  situation: 'sit_test',
  personality: 'per_test',
  industry: 'ind_test',
} as const;

/** Makes the global catalog of a test database. */
export async function makeGlobalCatalog(api: TestApi): Promise<void> {
  await insertCatalogEntry(api, globalIds.situation, 'situation');
  await insertCatalogEntry(api, globalIds.personality, 'personality');
  await insertCatalogEntry(api, globalIds.industry, 'industry');
  await insertCatalogEntry(api, 'rol_test', 'role');
  await insertCatalogEntry(api, 'met_test', 'methodology');
}

export async function makeWorld(api: TestApi, options: TeamOptions = {}): Promise<World> {
  return fillWorld(await makeTeam(api, { rateLimit: 1_000_000, ...options }));
}

export async function fillWorld(team: TestTeam): Promise<World> {
  const admin = await team.addMember({ role: 'admin', canManageKeys: true });
  const member = await team.addMember();
  const situation = await insertTeamCatalogEntry(team, 'situation');
  const personality = await insertTeamCatalogEntry(team, 'personality');
  const industry = await insertTeamCatalogEntry(team, 'industry');
  const combination = {
    situation_id: situation,
    personality_id: personality,
    industry_id: industry,
  };
  const assignment = await insertAssignment(team, { member_id: member.memberId, ...combination });
  const training = await insertTraining(team, {
    member_id: member.memberId,
    assignment_id: assignment,
    ...combination,
  });
  const connection = await insertConnection(team);
  await insertCrmRun(team, { connection_id: connection });
  const deal = await insertDeal(team, { industry_id: industry, connection_id: connection });
  const endpoint = await insertEndpoint(team);
  return {
    team,
    admin,
    member,
    memberId: member.memberId,
    invited: await insertInvited(team),
    removed: await insertRemoved(team),
    assignment,
    training,
    scored: await insertScoredTraining(team, { member_id: member.memberId, ...combination }),
    teamCase: await insertCase(team, { member_id: member.memberId, fields: '{"a":1}' }),
    privateCase: await insertCase(team, { member_id: member.memberId, visibility: 'private' }),
    deal,
    objection: await insertObjection(team, deal),
    situation,
    personality,
    industry,
    policy: await insertPolicy(team, {
      dimension: 'role',
      mode: 'block',
      entry_ids: ['rol_blocked'],
    }),
    endpoint,
    delivery: await insertDelivery(team, { endpoint_id: endpoint, ...triedOnce }),
    connection,
  };
}
