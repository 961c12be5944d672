export type FakeRecord = {
  id: string;
  properties: Record<string, string | null>;
  createdMs: number;
  modifiedMs: number;
  /** Sent instead of the record: what no provider should send. */
  malformed?: unknown;
};

/** HubSpot leaves out milliseconds that are zero. */
export function iso(ms: number): string {
  return new Date(ms).toISOString().replace('.000Z', 'Z');
}

/** A record as HubSpot writes it: only the properties that were asked for, and a few that always come. */
export function shown(record: FakeRecord, asked: string[] = []): object {
  if (record.malformed !== undefined) return record.malformed as object;
  const names = new Set([...asked, 'hs_object_id', 'hs_lastmodifieddate']);
  const properties = Object.fromEntries(
    [...names].map((name) => [name, record.properties[name] ?? null]),
  );
  return {
    id: record.id,
    properties,
    createdAt: iso(record.createdMs),
    updatedAt: iso(record.modifiedMs),
    archived: false,
  };
}
