import type { MemberCall } from '../../operation/call.ts';
import { findNames } from '../audit-log/find-names.ts';
import { findObjects } from '../audit-log/find-objects.ts';
import { shownBody } from '../webhooks/shown-body.ts';
import type { FoundEvent } from './kept-events.schema.ts';

type Event = Pick<FoundEvent, 'id' | 'created_at'> & { body: string };
type Subject = Pick<FoundEvent, 'object_id' | 'object' | 'person' | 'score'>;
type Data = Record<string, unknown>;

/** An event whose data name several objects is about the first of these. */
const objectFields = ['training_id', 'assignment_id', 'connection_id', 'endpoint_id', 'member_id'];

/** Adds what events are about, with the names that the audit log has too: while member detail is off, of nobody else. */
export async function withSubjects<E extends Event>(
  call: MemberCall,
  events: readonly E[],
): Promise<(E & Subject)[]> {
  const read = events.map((event) => {
    const { body } = shownBody(call.actor.privacy, event.body);
    const { data } = JSON.parse(body) as { data: Data };
    const ids = objectFields.flatMap((field) => idIn(data, field));
    return { event, data, object_id: ids[0] ?? null };
  });
  const objects = await findObjects(call, new Set(read.flatMap((one) => one.object_id ?? [])));
  const memberOf = await findTrainees(
    call,
    read.map(({ data }) => data),
  );
  const wanted = read.flatMap(({ event, data }) =>
    memberOf(data).map((id) => [id, event.created_at] as const),
  );
  const nameAt = await findNames(call, wanted);
  return read.map(({ event, data, object_id }) => ({
    ...event,
    object_id,
    object: (object_id && objects.get(object_id)?.name) ?? null,
    person: memberOf(data).map((id) => nameAt(id, event.created_at))[0] ?? null,
    score: typeof data.score === 'number' ? data.score : null,
  }));
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
