import { z } from 'zod';
import { dateTimeInput } from '../../shared/date-time.ts';
import { pageInput } from '../../shared/page-schema.ts';
import { text } from '../../shared/text.ts';

/** What the list shows, and its export. */
const auditFilter = {
  /** A member's id, the prefix of a key, or `system`. */
  actor: text(100).optional(),
  /** Such as `member.removed`. */
  action: text(100).optional(),
  /** Of what kind the object is: `member`, `assignment`, `api_key` and so on. */
  object: text(100).optional(),
  /** The id of the object. */
  target_id: text(100).optional(),
  /** Of the request that made the change. */
  request_id: z.uuid().optional(),
  /** From this time on, and before that one. */
  since: dateTimeInput.optional(),
  until: dateTimeInput.optional(),
};
export const auditFilterInput = z.strictObject(auditFilter);
export type AuditFilter = z.output<typeof auditFilterInput>;

export const listAuditInput = z.strictObject({ ...pageInput, ...auditFilter });
export type ListAudit = z.output<typeof listAuditInput>;

/** A changed field. Its values only if they may be shown: never a secret, nor free text. */
const changedField = z.strictObject({
  field: z.string(),
  before: z.unknown().optional(),
  after: z.unknown().optional(),
});
export type ChangedField = z.output<typeof changedField>;

const auditEntry = z.strictObject({
  id: z.string(),
  at: z.iso.datetime(),
  actor: z.strictObject({
    /** `key`, `user`, `service` or `system`; new kinds may be added. */
    kind: z.string(),
    /** Of a person the id as a member, of a key its prefix. */
    id: z.string(),
    /**
     * Of a person the one of that time; null while `member_detail_enabled` is off, except one's own.
     */
    name: z.string().nullable(),
    is_me: z.boolean(),
  }),
  /** New actions may be added. */
  action: z.string(),
  target: z.strictObject({
    kind: z.string(),
    id: z.string(),
    /** The name of a member at that time, or the present name of a key. */
    name: z.string().nullable(),
  }),
  changes: z.array(changedField),
  /** Where the request came from; of a person like the name. */
  ip: z.string().nullable(),
  request_id: z.string().nullable(),
});
export type AuditEntry = z.output<typeof auditEntry>;

export const auditPage = z.strictObject({
  data: z.array(auditEntry),
  next_cursor: z.string().nullable(),
  /** All entries since then were searched, without a full page; the cursor goes on. Else null. */
  searched_back_to: z.iso.datetime().nullable(),
});
export type AuditPage = z.output<typeof auditPage>;
