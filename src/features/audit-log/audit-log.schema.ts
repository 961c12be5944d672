import { z } from 'zod';
import { dateTimeInput } from '../../shared/schema/date-time.ts';
import { pageInput } from '../../shared/schema/page-schema.ts';
import { text } from '../../shared/schema/text.ts';

/** The filter of the list and of its export. */
const auditFilter = {
  /** A member's id, the prefix of a key, `system` or `operator`. */
  actor: text(100).optional(),
  /** An action such as `member.removed`. */
  action: text(100).optional(),
  /** The kind of the object: `member`, `assignment`, `api_key` and so on. */
  object: text(100).optional(),
  /** The id of the object. */
  target_id: text(100).optional(),
  /** The request that made the change. */
  request_id: z.uuid().optional(),
  /** Only entries from `since` on and before `until`. */
  since: dateTimeInput.optional(),
  until: dateTimeInput.optional(),
};
export const auditFilterInput = z.strictObject(auditFilter);
export type AuditFilter = z.output<typeof auditFilterInput>;

export const listAuditInput = z.strictObject({ ...pageInput, ...auditFilter });
export type ListAudit = z.output<typeof listAuditInput>;

/** A changed field. The values are missing if they may not be shown, as those of secrets and free texts. */
const changedField = z.strictObject({
  field: z.string(),
  before: z.unknown().optional(),
  after: z.unknown().optional(),
});
export type ChangedField = z.output<typeof changedField>;

export const auditEntry = z.strictObject({
  id: z.string(),
  at: z.iso.datetime(),
  actor: z.strictObject({
    /** `key`, `user`, `service`, `system` or `operator`; new kinds may be added. */
    kind: z.string(),
    /** The member's id of a person, or the prefix of a key. */
    id: z.string(),
    /**
     * The name that the person had at that time. Null while `member_detail_enabled` is off, unless
     * the person is oneself.
     */
    name: z.string().nullable(),
    is_me: z.boolean(),
  }),
  /** New actions may be added. */
  action: z.string(),
  target: z.strictObject({
    kind: z.string(),
    id: z.string(),
    /** The name that a member had at that time, or that another object has now. */
    name: z.string().nullable(),
    /** True if the object was deleted since, or if the person was erased. */
    is_gone: z.boolean(),
    /**
     * True if the object has a page that the person may open. A former member has none, and no object that
     * the switches hide.
     */
    can_open: z.boolean(),
  }),
  changes: z.array(changedField),
  /** The names of objects whose ids are in the values of `changes`, by id. */
  names: z.record(z.string(), z.string()),
  /** The address from which the request came. Null in the same cases as the person's name. */
  ip: z.string().nullable(),
  request_id: z.string().nullable(),
});
export type AuditEntry = z.output<typeof auditEntry>;

export const auditPage = z.strictObject({
  data: z.array(auditEntry),
  next_cursor: z.string().nullable(),
  /**
   * If the search has ended without filling the page: it has looked at all entries since this time, and the
   * next page goes on there. Otherwise null.
   */
  searched_back_to: z.iso.datetime().nullable(),
});
export type AuditPage = z.output<typeof auditPage>;
