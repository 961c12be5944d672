import type { Actor } from '../../auth/actor.ts';
import type { TeamVisit } from '../../operation/call.ts';
import { joinKnownName, knownName } from '../members/join-known-name.ts';
import type { ListenerList, ShownListener } from './listeners.schema.ts';

type Row = Omit<ShownListener, 'by'> & { member_id: string; name: string | null };

/** Whose command line a listener is, as the privacy switches allow (spec, general rule 7). */
export function shownPerson(actor: Actor, id: string, name: string | null): ShownListener['by'] {
  const is_me = actor.kind === 'user' && actor.memberId === id;
  return { id, name: is_me || actor.privacy.shows('delivery', 'name') ? name : null, is_me };
}

/** The person of the listener `l`. */
const joinListenerPerson = `left join member m on m.tenant_id = $1 and m.id = l.member_id
     ${joinKnownName('m.removed_at')}`;

/** The command lines that take the team's events now, or that may still come back. */
export async function listListeners({ db, actor }: TeamVisit): Promise<ListenerList> {
  const rows = await db.rows<Row>(
    `select l.id, l.member_id, ${knownName} as name, l.machine, iso(l.created_at) as since,
       l.last_seen_at > now() - interval '20 seconds' as is_connected, l.events, l.forwarded,
       case when l.last_answer_at is not null then json_build_object('at', iso(l.last_answer_at),
         'status', l.last_status, 'ms', l.last_ms, 'error', l.last_error) end as last_answer
     from listener l
     ${joinListenerPerson}
     where l.tenant_id = $1 and l.ended_at is null and l.last_seen_at > now() - interval '5 minutes'
     order by l.id`,
  );
  return {
    data: rows.map(({ member_id, name, ...listener }) => ({
      ...listener,
      by: shownPerson(actor, member_id, name),
    })),
  };
}
