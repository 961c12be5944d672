/** The fields of an event, in the order in which the service sends them. */
export const envelopeFields = ['id', 'type', 'created_at', 'api_version', 'tenant_id', 'data'];

/** The fields of `data`, by type. A test compares them with the schemas and with sent events. */
export const dataFields: Readonly<Record<string, string[]>> = {
  'training.completed': ['team_id', 'training_id', 'user_id', 'assignment_id', 'status'],
  'evaluation.completed': ['team_id', 'training_id', 'user_id', 'score'],
  'assignment.created': ['team_id', 'assignment_id', 'status', 'member_id', 'user_id'],
  'assignment.completed': ['team_id', 'assignment_id', 'status', 'member_id', 'user_id'],
  'member.joined': ['team_id', 'member_id', 'user_id', 'role', 'status'],
  'member.removed': ['team_id', 'member_id', 'user_id', 'role', 'status'],
  'member.erased': ['team_id', 'member_id', 'user_id'],
  'crm.sync.failed': [
    'team_id',
    'connection_id',
    'provider',
    'sync_run_id',
    'reason',
    'consecutive_failures',
    'next_attempt_at',
  ],
  ping: ['team_id', 'endpoint_id'],
};

/** The event with its fields in the order in which the service sends them. Unknown fields come last. */
export function inSentOrder(event: unknown): unknown {
  if (!isObject(event)) return event;
  const { type } = event;
  const data =
    typeof type === 'string' && Object.hasOwn(dataFields, type) ? dataFields[type] : undefined;
  const sorted = sortedBy(envelopeFields, event);
  return data && isObject(event.data) ? { ...sorted, data: sortedBy(data, event.data) } : sorted;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sortedBy(fields: readonly string[], object: Record<string, unknown>) {
  const known = fields.filter((field) => Object.hasOwn(object, field));
  return {
    ...Object.fromEntries(known.map((field) => [field, object[field]])),
    ...object,
  };
}
