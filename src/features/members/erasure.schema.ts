import { z } from 'zod';
import { pageInput } from '../../shared/page-schema.ts';

export const memberErasure = z.strictObject({
  asked_at: z.iso.datetime(),
  /** Null until a worker has erased everything. */
  finished_at: z.iso.datetime().nullable(),
});
export type MemberErasure = z.output<typeof memberErasure>;

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
