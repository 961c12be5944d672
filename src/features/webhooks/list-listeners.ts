import type { Actor } from '../../auth/actor.ts';
import type { Call, MemberCall } from '../../operation/call.ts';
import { withActors } from './list-askers.ts';
import type { ListenerList, ShownListener } from './listeners.schema.ts';

type Row = Omit<ShownListener, 'by' | 'machine'> & Listening;
type Listening = { member_id: string; machine: string | null };
type Person = Pick<ShownListener, 'by' | 'machine'>;

/**
 * The people and the machines of these command lines, as far as the privacy switches allow (spec, general
 * rule 7).
 */
export async function peopleOf(
  call: Pick<Call, 'db' | 'actor'>,
  rows: readonly Listening[],
): Promise<Person[]> {
  const people = rows.map(({ member_id: id }) => ({ kind: 'user' as const, id, asked_at: null }));
  const { actor } = call;
  const showsOthers = showsMachines(actor);
  return (await withActors(call, people)).map(({ id, name }, i) => {
    const is_me = actor.kind === 'user' && actor.memberId === id;
    const isShown = is_me || actor.privacy.shows('delivery', 'name');
    const machine = is_me || showsOthers ? (rows[i]?.machine ?? null) : null;
    return { by: { id, name: isShown ? name : null, is_me }, machine };
  });
}

/** Machines mostly have the names of people. In a sandbox the switch of its team counts too. */
export function showsMachines(actor: Actor): boolean {
  const privacies = actor.kind === 'user' ? [actor.privacy, actor.homePrivacy] : [actor.privacy];
  return privacies.every((privacy) => privacy.shows('command_line', 'machine'));
}

/** The command lines that receive the events of the team now, or that may still come back. */
export async function listListeners(call: MemberCall): Promise<ListenerList> {
  const rows = await call.db.rows<Row>(
    `select l.id, l.member_id, l.machine, iso(l.created_at) as since,
       l.last_seen_at > now() - interval '20 seconds' as is_connected, l.events, l.forwarded,
       case when l.last_answer_at is not null then json_build_object('at', iso(l.last_answer_at),
         'status', l.last_status, 'ms', l.last_ms, 'error', l.last_error) end as last_answer
     from listener l
     where l.tenant_id = $1 and l.ended_at is null and l.last_seen_at > now() - interval '5 minutes'
     order by l.id`,
  );
  const people = await peopleOf(call, rows);
  const data = rows.flatMap(({ member_id: _, ...listener }, i) => {
    const person = people[i];
    return person ? [{ ...listener, ...person }] : [];
  });
  return { data };
}
