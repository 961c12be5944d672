import { z } from 'zod';
import { pageInput } from '../../shared/page-schema.ts';
import { memberIdInput } from './members.schema.ts';

export const memberErasure = z.strictObject({
  asked_at: z.iso.datetime(),
  /** Null until a worker has erased everything. */
  finished_at: z.iso.datetime().nullable(),
});
export type MemberErasure = z.output<typeof memberErasure>;

export const eraseMemberInput = memberIdInput.extend({
  /** The names that it leaves in texts, by `since` of the preview. */
  leave: z.array(z.iso.datetime()).max(1_000).optional(),
});
export type EraseMemberInput = z.output<typeof eraseMemberInput>;

const borneName = z.strictObject({
  /** Null while `member_detail_enabled` is off. */
  name: z.string().nullable(),
  since: z.iso.datetime(),
  /** Null for the name of somebody who is a member again. */
  until: z.iso.datetime().nullable(),
  /** False for a single word, and for what does not look like a name. */
  is_searched: z.boolean(),
  /** Another member is called so too. */
  is_shared: z.boolean(),
});

export const erasurePreview = z.strictObject({ names: z.array(borneName) });
export type ErasurePreview = z.output<typeof erasurePreview>;

export const formerMembersInput = z.strictObject(pageInput);
export type FormerMembersInput = z.output<typeof formerMembersInput>;

const formerMember = z.strictObject({
  id: z.string(),
  user_id: z.string().nullable(),
  /** Null once the person is erased, and while `member_detail_enabled` is off. */
  name: z.string().nullable(),
  email: z.string().nullable(),
  removed_at: z.iso.datetime(),
  /** When it was asked for and done. Null for a person who was not erased. */
  erased: memberErasure.nullable(),
});
export type FormerMember = z.output<typeof formerMember>;

export const formerMemberPage = z.strictObject({
  data: z.array(formerMember),
  next_cursor: z.string().nullable(),
});
export type FormerMemberPage = z.output<typeof formerMemberPage>;
