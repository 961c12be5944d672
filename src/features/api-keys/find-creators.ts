import type { TeamDb } from '../../db/team-db.ts';
import type { PrismaCall } from '../../operation/call.ts';
import { type Named, withNames } from '../members/account-names.ts';
import { joinKnownName, knownName } from '../members/join-known-name.ts';
import type { ListedKey } from './api-keys.schema.ts';

type Row = Omit<NonNullable<ListedKey['creator']>, 'is_me'> & { id: string };
type Creator = { shown: ListedKey['creator']; mayGrantAdmin: boolean };

const unknown: Creator = { shown: null, mayGrantAdmin: false };

/** The members in whose names keys were made, as the team knows them. */
export async function findCreators(
  { actor, db }: PrismaCall,
  ids: Set<string>,
): Promise<(id: string) => Creator> {
  const creatorsIn = async (team: TeamDb) => {
    const rows = await team.rows<Row & Named>(
      `select m.id, ${knownName}, m.email, m.role, m.status
       from member m ${joinKnownName()}
       where m.tenant_id = $1 and m.id = any ($2)`,
      [[...ids]],
    );
    return withNames(team, rows);
  };
  // The keys of a sandbox are made by members of its team, or by the operator for a member of the sandbox.
  const ofSandbox = db.home === db ? [] : await creatorsIn(db);
  const rows = [...(await creatorsIn(db.home)), ...ofSandbox];
  const privacies = actor.kind === 'user' ? [actor.privacy, actor.homePrivacy] : [actor.privacy];
  const showsOthers = privacies.every((privacy) => privacy.shows('api_key', 'creator'));
  const found = rows.map(({ id, ...creator }): [string, Creator] => {
    const is_me = actor.kind === 'user' && actor.memberId === id;
    const shown = showsOthers || is_me ? { is_me, ...creator } : null;
    const mayGrantAdmin = creator.status === 'active' && creator.role !== 'member';
    return [id, { shown, mayGrantAdmin }];
  });
  const creators = new Map(found);
  return (id) => creators.get(id) ?? unknown;
}
