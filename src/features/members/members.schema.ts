import { z } from 'zod';
import type { Actor } from '../../auth/actor.ts';
import { selectList } from '../../db/select-list.ts';
import { described } from '../../shared/schema/described.ts';
import { memberEmailInput } from '../../shared/schema/email.ts';
import { pageInput, pageOf } from '../../shared/schema/page-schema.ts';
import { text } from '../../shared/schema/text.ts';

export const member = z
  .object({
    id: described(z.string(), 'The `{member_id}` in paths.'),
    user_id: described(
      z.string().nullable(),
      'The person, as in trainings and cases. Null until an invitation is accepted.',
    ),
    email: described(
      z.string().nullable().optional(),
      'Present only while `member_detail_enabled` is on.',
    ),
    role: described(z.string(), 'A team has one `owner`, who cannot be changed or removed here.', {
      examples: ['member', 'admin', 'owner'],
    }),
    status: described(
      z.string(),
      '`invited` until the invitation is accepted. No event tells of the acceptance: read the member again.',
      { examples: ['active', 'invited'] },
    ),
    joined_at: described(
      z.iso.datetime().nullable(),
      'When the person joined. Null until an invitation is accepted.',
    ),
  })
  .meta({
    id: 'Member',
    description: 'A person of the team, its owner included.',
    examples: [
      {
        id: 'mem_01jb2h5n7pr8s4t6v9w1x3y5za',
        user_id: 'usr_01jb2h5n7pr8s4t6v9w1x3y5z7',
        email: 'sales.south@customer.example',
        role: 'member',
        status: 'active',
        joined_at: '2026-10-05T07:42:10.000Z',
      },
      {
        id: 'mem_01jd9c4k7mq2r5t8v0w3x6y9zb',
        user_id: null,
        email: 'new.colleague@customer.example',
        role: 'member',
        status: 'invited',
        joined_at: null,
      },
    ],
  });
export type Member = z.output<typeof member>;

export const memberPage = pageOf('MemberPage', member);

const memberId = described(z.string(), 'The id of a member of the team.', {
  examples: ['mem_01jb2h5n7pr8s4t6v9w1x3y5za'],
});
const assignableRole = z.enum(['member', 'admin']);

export const listMembersInput = z.strictObject(pageInput);
export const memberIdInput = z.strictObject({ member_id: memberId });
export const inviteMemberInput = z
  .strictObject({
    email: described(
      memberEmailInput,
      'Where the invitation is sent. Trimmed and lower-cased before it is compared and stored.',
      { format: 'email' },
    ),
    role: described(
      assignableRole.nullish().transform((role) => role ?? 'member'),
      'What the person may do in the app. The default is `member`.',
    ),
    lang: described(
      text(35).nullish(),
      'The language of the invitation: English for `en` and `en-…`, else German.',
    ),
  })
  .meta({ examples: [{ email: 'new.colleague@customer.example', role: 'member', lang: 'en' }] });
/** The fields that the app edits. */
export const memberEdits = ['role'] as const;
export const changeRoleInput = z
  .strictObject({
    member_id: memberId,
    role: described(
      assignableRole,
      'To give or take `admin` needs a key created by the owner or by an active admin.',
    ),
  })
  .meta({ examples: [{ role: 'admin' }] });

const memberFields = { model: 'member', as: 'm' } as const;
const shapeWithEmail = selectList(member, memberFields, {});
const shapeWithoutEmail = selectList(member.omit({ email: true }), memberFields, {});

/** The public shape of `member m`; `email` is a person's detail (spec, Members 6). */
export function memberShape(actor: Actor): string {
  return actor.privacy.shows('member', 'email') ? shapeWithEmail : shapeWithoutEmail;
}
