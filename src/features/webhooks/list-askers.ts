import type { Call } from '../../operation/call.ts';
import { joinKnownName, knownName } from '../members/join-known-name.ts';
import type { Asker, ManualRetry } from './delivery-detail.schema.ts';

export type AskerRow = {
  n: number;
  kind: Asker['kind'];
  id: string;
  name: string | null;
  run_id: string | null;
  asked_at: string;
};

/** Who asked for attempts of the delivery $2, as JSON. */
export const askerRows = `(
  select coalesce(json_agg(s), '[]') from (
    select r.n, r.actor_kind as kind, r.actor_id as id, r.run_id, iso(r.asked_at) as asked_at,
      ${knownName} as name
    from webhook_retry r
    left join member m on m.tenant_id = $1 and m.id = r.actor_id and r.actor_kind = 'user'
    ${joinKnownName('least(r.asked_at, m.removed_at)')}
    where r.tenant_id = $1 and r.delivery_id = $2 order by r.n desc limit 101
  ) s
)`;

/** The names of those who are no members of the team: the visitors of a sandbox are members of its team. */
export async function withVisitors<R extends Pick<AskerRow, 'kind' | 'id' | 'name'>>(
  { db, actor }: Pick<Call, 'db' | 'actor'>,
  rows: readonly R[],
): Promise<readonly R[]> {
  const isHidden = actor.kind === 'user' && !actor.homePrivacy.shows('delivery', 'name');
  const unknown = rows.filter(({ kind, name }) => kind === 'user' && name === null);
  if (db.home === db || isHidden || unknown.length === 0) return rows;
  const names = await db.home.rows<{ id: string; name: string | null }>(
    `select m.id, ${knownName} as name from member m ${joinKnownName()}
     where m.tenant_id = $1 and m.id = any ($2)`,
    [unknown.map(({ id }) => id)],
  );
  const byId = new Map(names.map(({ id, name }) => [id, name]));
  return rows.map((row) => ({ ...row, name: row.name ?? byId.get(row.id) ?? null }));
}

/** Who asked for each attempt, by the number of the attempt. */
export function askersByAttempt(
  call: Pick<Call, 'actor'>,
  rows: readonly AskerRow[],
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
