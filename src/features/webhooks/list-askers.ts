import type { TeamDb } from '../../db/team-db.ts';
import type { Call } from '../../operation/call.ts';
import { findNamesAt } from '../members/find-names-at.ts';
import type { Asker, ManualRetry } from './delivery-detail.schema.ts';

export type AskerRow = {
  n: number;
  kind: Asker['kind'];
  id: string;
  run_id: string | null;
  asked_at: string;
};

/** Who asked for attempts of the delivery $2, as JSON. */
export const askerRows = `(
  select coalesce(json_agg(s), '[]') from (
    select r.n, r.actor_kind as kind, r.actor_id as id, r.run_id, iso(r.asked_at) as asked_at
    from webhook_retry r where r.tenant_id = $1 and r.delivery_id = $2 order by r.n desc limit 101
  ) s
)`;

type Actor = Pick<AskerRow, 'kind' | 'id'> & { asked_at: string | null };

/**
 * Adds the names of those who asked, as the team knew them at that time. The visitors of a sandbox are
 * members of its team, and have their present names.
 */
export async function withActors<R extends Actor>(
  { db, actor }: Pick<Call, 'db' | 'actor'>,
  rows: readonly R[],
): Promise<(R & { name: string | null })[]> {
  const people = rows.filter(({ kind }) => kind === 'user');
  const here = await namesOf(db, people);
  const isHidden = actor.kind === 'user' && !actor.homePrivacy.shows('delivery', 'name');
  const unknown = people.filter((row) => (here.get(row) ?? null) === null);
  const isHome = db.home === db || isHidden;
  const visitors = isHome
    ? new Map<Actor, null>()
    : await namesOf(
        db.home,
        unknown.map((row) => ({ ...row, asked_at: null })),
      );
  const byId = new Map([...visitors].map(([{ id }, name]) => [id, name]));
  return rows.map((row) => ({ ...row, name: here.get(row) ?? byId.get(row.id) ?? null }));
}

async function namesOf<R extends Actor>(
  team: TeamDb,
  rows: readonly R[],
): Promise<Map<Actor, string | null>> {
  const names = await findNamesAt(
    team,
    rows.map(({ id, asked_at }) => ({ id, at: asked_at })),
  );
  return new Map(rows.map((row, i) => [row, names[i]?.name ?? null]));
}

/** Who asked for each attempt, by the number of the attempt. */
export function askersByAttempt(
  call: Pick<Call, 'actor'>,
  rows: readonly (AskerRow & { name: string | null })[],
): Map<number, ManualRetry> {
  return new Map(
    rows.map(({ n, run_id, asked_at, ...by }) => [
      n,
      { asked_at, by: shownAsker(call, by), run_id },
    ]),
  );
}

/** Names a person as the privacy switches allow (spec, general rule 7). */
function shownAsker(
  { actor }: Pick<Call, 'actor'>,
  { kind, id, name }: Pick<Asker, 'kind' | 'id' | 'name'>,
): Asker {
  const is_me = actor.kind === 'user' && kind === 'user' && actor.memberId === id;
  const shown = is_me || actor.privacy.shows('delivery', 'name');
  return { kind, id, name: shown ? name : null, is_me };
}
