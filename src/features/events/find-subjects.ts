import type { MemberCall } from '../../operation/call.ts';
import { findNames } from '../audit-log/find-names.ts';
import { findObjects } from '../audit-log/find-objects.ts';
import { shownBody } from '../webhooks/shown-body.ts';
import type { FoundEvent } from './kept-events.schema.ts';

type Event = Pick<FoundEvent, 'id' | 'created_at'> & { body: string | null };
type Subject = Pick<FoundEvent, 'object_id' | 'object' | 'person' | 'score'>;
type Data = Record<string, unknown>;

/** An event whose data name several objects is about the first of these. */
const objectFields = ['training_id', 'assignment_id', 'connection_id', 'endpoint_id', 'member_id'];

const none: Subject = { object_id: null, object: null, person: null, score: null };

/**
 * What events with a body are about, with the names that the audit log has too: while member detail is off, of nobody
 * else.
 */
export async function findSubjects(
  call: MemberCall,
  events: readonly Event[],
): Promise<(id: string) => Subject> {
  const read = events.flatMap(({ id, created_at, body }) => {
    if (body === null) return [];
    const { data } = JSON.parse(shownBody(call.actor.privacy, body).body) as { data: Data };
    const ids = objectFields.flatMap((field) => idIn(data, field));
    return [{ id, created_at, data, object_id: ids[0] ?? null }];
  });
  if (read.length === 0) return () => none;
  const objects = await findObjects(call, new Set(read.flatMap((one) => one.object_id ?? [])));
  const memberOf = await findTrainees(
    call,
    read.map(({ data }) => data),
  );
  const wanted = read.flatMap(({ data, created_at }) =>
    memberOf(data).map((id) => [id, created_at] as const),
  );
  const nameAt = await findNames(call, wanted);
  const found = read.map(({ id, created_at, data, object_id }): [string, Subject] => [
    id,
    {
      object_id,
      object: (object_id && objects.get(object_id)?.name) ?? null,
      person: memberOf(data).map((member) => nameAt(member, created_at))[0] ?? null,
      score: typeof data.score === 'number' ? data.score : null,
    },
  ]);
  const subjects = new Map(found);
  return (id) => subjects.get(id) ?? none;
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
