import { z } from 'zod';
import { pageInput } from '../../shared/schema/page-schema.ts';
import { memberIdInput } from './members.schema.ts';

export const memberErasure = z.strictObject({
  asked_at: z.iso.datetime(),
  /** Null until a worker has erased everything. */
  finished_at: z.iso.datetime().nullable(),
});
export type MemberErasure = z.output<typeof memberErasure>;

export const eraseMemberInput = memberIdInput.extend({
  /** The names that the erasure leaves in texts. Each is given by its `since` in the preview. */
  leave: z.array(z.iso.datetime()).max(1_000).optional(),
});
export type EraseMemberInput = z.output<typeof eraseMemberInput>;

const borneName = z.strictObject({
  /** Null while `member_detail_enabled` is off. */
  name: z.string().nullable(),
  since: z.iso.datetime(),
  /** Null for the name of a person who is a member again. */
  until: z.iso.datetime().nullable(),
  /**
   * False if an erasure does not look for the name: for a single word, and for words that do not look like a
   * name.
   */
  is_searched: z.boolean(),
  /** True if another member has this name too. */
  is_shared: z.boolean(),
});

export const erasurePreview = z.strictObject({
  names: z.array(borneName),
  /**
   * The webhook endpoints whose URL contains a name or an address of the person. The erasure leaves them as they are,
   * because a changed URL would get no deliveries.
   */
  urls: z.array(z.strictObject({ endpoint_id: z.string(), url: z.string() })),
});
export type ErasurePreview = z.output<typeof erasurePreview>;

export const formerMembersInput = z.strictObject(pageInput);
export type FormerMembersInput = z.output<typeof formerMembersInput>;

const formerMember = z.strictObject({
  id: z.string(),
  user_id: z.string().nullable(),
  /** Null after the erasure, and while `member_detail_enabled` is off. */
  name: z.string().nullable(),
  email: z.string().nullable(),
  removed_at: z.iso.datetime(),
  /** When somebody asked for the erasure, and when it was done. Null if nobody asked. */
  erased: memberErasure.nullable(),
});
export type FormerMember = z.output<typeof formerMember>;

export const formerMemberPage = z.strictObject({
  data: z.array(formerMember),
  next_cursor: z.string().nullable(),
});
export type FormerMemberPage = z.output<typeof formerMemberPage>;
