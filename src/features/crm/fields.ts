import type { DealField } from '../../crm/connector.ts';
import type { TeamDb } from '../../db/team-db.ts';
import { storableJson } from '../../shared/schema/text.ts';
import type { LeftOut } from './connections/connections.schema.ts';

const storing = `insert into crm_fields as f (tenant_id, connection_id, fields, left_out, read_at)
  select $1, $2, $3::jsonb, $4::jsonb, $5::timestamptz
  on conflict (tenant_id, connection_id) do update set
    fields = excluded.fields, left_out = excluded.left_out, read_at = excluded.read_at`;

type ReadFields = { fields: DealField[]; left_out: LeftOut; read_at: Date };
/** A migration has copied fields without the rest (P830). */
type StoredFields = ReadFields | { fields: DealField[]; left_out: null; read_at: null };

/** Stores the fields of deals that the CRM has. Lists of deals do not read them. */
export async function storeFields(
  db: TeamDb,
  connectionId: string,
  { fields, left_out, read_at }: ReadFields,
): Promise<void> {
  await db.write(storing, [connectionId, storableJson(fields), storableJson(left_out), read_at]);
}

const reading = `select f.fields, f.left_out, f.read_at from crm_fields f
  where f.tenant_id = $1 and f.connection_id = $2`;

export function readFields(db: TeamDb, connectionId: string): Promise<StoredFields | undefined> {
  return db.row(reading, [connectionId]);
}
