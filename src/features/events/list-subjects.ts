import type { MemberCall } from '../../operation/call.ts';
import { findNames } from '../audit-log/find-names.ts';
import { findObjects } from '../audit-log/find-objects.ts';
import { shownBody } from '../webhooks/shown-body.ts';
import type { EventSubject } from './kept-events.schema.ts';

type Data = Record<string, unknown>;

/** An event whose data name several objects is about the first of these. */
const objectFields = ['training_id', 'assignment_id', 'connection_id', 'endpoint_id', 'member_id'];

/**
 * What events are about, with the names that the audit log has too: while member detail is off, of nobody else. An event
 * that the team does not have is about nothing.
 */
export async function listSubjects(
  call: MemberCall,
  ids: readonly string[],
): Promise<EventSubject[]> {
  const events = await readEvents(call, ids);
  const all = [...events.values()];
  const objects = await findObjects(call, new Set(all.flatMap(({ object_id }) => object_id ?? [])));
  const memberOf = await findTrainees(
    call,
    all.map(({ data }) => data),
  );
  const wanted = all.flatMap(({ data, at }) => memberOf(data).map((id) => [id, at] as const));
  const nameAt = await findNames(call, wanted);
  return ids.map((event_id) => {
    const event = events.get(event_id);
    if (!event) return { event_id, object_id: null, object: null, person: null, score: null };
    const { data, at, object_id } = event;
    const [person] = memberOf(data).flatMap((id) => {
      const name = nameAt(id, at);
      return name === null ? [] : [{ id, name }];
    });
    return {
      event_id,
      object_id,
      object: (object_id && objects.get(object_id)?.name) ?? null,
      person: person ?? null,
      score: typeof data.score === 'number' ? data.score : null,
    };
  });
}

/** The data of events as the privacy switches show them now, by the ids of the events. */
async function readEvents({ db, prisma, actor }: MemberCall, ids: readonly string[]) {
  const rows = await prisma.webhookEvent.findMany({
    where: { tenant_id: db.tenantId, id: { in: [...ids] } },
    select: { id: true, body: true, created_at: true },
  });
  const events = rows.map(({ id, body, created_at }) => {
    const { data } = JSON.parse(shownBody(actor.privacy, body).body) as { data: Data };
    const [object_id = null] = objectFields.flatMap((field) => idIn(data, field));
    return [id, { data, at: created_at.toISOString(), object_id }] as const;
  });
  return new Map(events);
}

/** The membership that an event is about. An event of a training names the person alone. */
async function findTrainees({ db, prisma }: MemberCall, all: readonly Data[]) {
  const rows = await prisma.training.findMany({
    where: {
      tenant_id: db.tenantId,
      id: { in: all.flatMap((data) => idIn(data, 'training_id')) },
    },
    select: { id: true, member_id: true },
  });
  const trainees = new Map(rows.map(({ id, member_id }) => [id, member_id]));
  return (data: Data): string[] => [
    ...idIn(data, 'member_id'),
    ...idIn(data, 'training_id').flatMap((id) => trainees.get(id) ?? []),
  ];
}

function idIn(data: Data, field: string): string[] {
  const value = data[field];
  return typeof value === 'string' ? [value] : [];
}
