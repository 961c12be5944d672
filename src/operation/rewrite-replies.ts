import type { KeyObject } from 'node:crypto';
import type { TeamDb } from '../db/team-db.ts';
import { ownTick } from '../shared/load/long-work.ts';
import { seal, unseal } from '../shared/secrets/seal.ts';
import { sealContextOf } from './idempotency.ts';

type RecordRow = { lineage_id: string; key: string; body: Buffer };
export type ReplyPlace = { lineage_id: string; key: string };
type Step = {
  after: ReplyPlace | null;
  size: number;
  change: (body: string) => string | undefined;
};

/**
 * Takes one step along the stored responses of a team, and changes their bodies. A repeated call then gets
 * the changed body. `change` returns undefined if a body stays as it is. A response that no key of this
 * installation can decrypt is removed: nobody can use it, and it may name the person.
 */
export async function rewriteReplies(
  db: TeamDb,
  sealKey: KeyObject,
  { after, size, change }: Step,
): Promise<ReplyPlace | null> {
  const { lineage_id = '', key = '' } = after ?? {};
  const records = await db.rows<RecordRow>(
    `select r.lineage_id, r.key, r.body from idempotency_record r
     where r.tenant_id = $1 and (r.lineage_id, r.key) > ($2, $3)
     order by r.lineage_id, r.key limit $4 for no key update`,
    [lineage_id, key, size],
  );
  for (const record of records) {
    await ownTick();
    const context = sealContextOf(db.tenantId, record.lineage_id, record.key);
    const before = opened(sealKey, record.body, context);
    if (before === undefined) {
      await db.write(
        `delete from idempotency_record r
         where r.tenant_id = $1 and r.lineage_id = $2 and r.key = $3`,
        [record.lineage_id, record.key],
      );
      continue;
    }
    const body = change(before);
    if (body === undefined) continue;
    await db.write(
      `update idempotency_record r set body = $4
       where r.tenant_id = $1 and r.lineage_id = $2 and r.key = $3`,
      [record.lineage_id, record.key, seal(sealKey, body, context)],
    );
  }
  return records.length < size ? null : (records.at(-1) ?? null);
}

/** Decrypts a body. Undefined if another key has encrypted it. */
function opened(sealKey: KeyObject, sealed: Buffer, context: string): string | undefined {
  try {
    return unseal(sealKey, sealed, context);
  } catch {
    return undefined;
  }
}
