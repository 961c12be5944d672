/** The fields of an event in the order in which the service sends them, of all types at once. */
const order =
  'id type created_at api_version tenant_id data team_id connection_id provider sync_run_id reason consecutive_failures next_attempt_at endpoint_id training_id member_id user_id assignment_id role status score';
/** In events of these types, the fields of the person come last. */
const ofAssignments =
  'id type created_at api_version tenant_id data team_id assignment_id status member_id user_id';

/**
 * An event as JSON, with its fields in the order of the service, because databases and some
 * languages sort them. Fields that this version does not know come last.
 */
export function inSentOrder(event: Readonly<Record<string, unknown>>): string {
  const { type } = event;
  const isAssignment = typeof type === 'string' && type.startsWith('assignment.');
  const known = isAssignment ? ofAssignments : order;
  const given = Object.keys({ ...event, ...(event.data as object) });
  return JSON.stringify(event, [...known.split(' '), ...given]);
}
