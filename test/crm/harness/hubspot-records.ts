export type FakeRecord = {
  id: string;
  properties: Record<string, string | null>;
  createdMs: number;
  modifiedMs: number;
  /** Sent in place of the record. No real provider sends it. */
  malformed?: unknown;
};

/** HubSpot leaves out milliseconds if they are zero. */
export function iso(ms: number): string {
  return new Date(ms).toISOString().replace('.000Z', 'Z');
}

/** A record as HubSpot writes it, with the properties that were asked for and a few more. */
export function shown(record: FakeRecord, fields: string[] = []): object {
  if (record.malformed !== undefined) return record.malformed as object;
  const names = new Set([...fields, 'hs_object_id', 'hs_lastmodifieddate']);
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
