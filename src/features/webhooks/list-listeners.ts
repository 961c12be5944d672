import type { MemberCall } from '../../operation/call.ts';
import { joinKnownName, knownName } from '../members/join-known-name.ts';
import { withVisitors } from './list-askers.ts';
import type { ListenerList, ShownListener } from './listeners.schema.ts';

type Row = Omit<ShownListener, 'by'> & { member_id: string; name: string | null };

/** Whose command lines these are, as the privacy switches allow (spec, general rule 7). */
export async function peopleOf(
  call: Pick<MemberCall, 'db' | 'actor'>,
  rows: readonly Pick<Row, 'member_id' | 'name'>[],
): Promise<ShownListener['by'][]> {
  const people = rows.map(({ member_id: id, name }) => ({ kind: 'user' as const, id, name }));
  const { actor } = call;
  return (await withVisitors(call, people)).map(({ id, name }) => {
    const is_me = actor.kind === 'user' && actor.memberId === id;
    return { id, name: is_me || actor.privacy.shows('delivery', 'name') ? name : null, is_me };
  });
}

/** The person of the listener `l`. */
const joinListenerPerson = `left join member m on m.tenant_id = $1 and m.id = l.member_id
     ${joinKnownName('m.removed_at')}`;

/** The command lines that take the team's events now, or that may still come back. */
export async function listListeners(call: MemberCall): Promise<ListenerList> {
  const rows = await call.db.rows<Row>(
    `select l.id, l.member_id, ${knownName} as name, l.machine, iso(l.created_at) as since,
       l.last_seen_at > now() - interval '20 seconds' as is_connected, l.events, l.forwarded,
       case when l.last_answer_at is not null then json_build_object('at', iso(l.last_answer_at),
         'status', l.last_status, 'ms', l.last_ms, 'error', l.last_error) end as last_answer
     from listener l
     ${joinListenerPerson}
     where l.tenant_id = $1 and l.ended_at is null and l.last_seen_at > now() - interval '5 minutes'
     order by l.id`,
  );
  const people = await peopleOf(call, rows);
  const data = rows.flatMap(({ member_id: _, name: __, ...listener }, i) => {
    const by = people[i];
    return by ? [{ ...listener, by }] : [];
  });
  return { data };
}
