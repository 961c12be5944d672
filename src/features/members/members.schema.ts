import { z } from 'zod';
import type { Actor } from '../../auth/actor.ts';
import { memberEmailInput } from '../../shared/email.ts';
import { pageInput, pageOf } from '../../shared/page-schema.ts';
import { text } from '../../shared/text.ts';

export const member = z
  .object({
    id: z.string().meta({ description: 'The `{member_id}` in paths.' }),
    user_id: z.string().nullable().meta({
      description: 'The person, as in trainings and cases. Null until an invitation is accepted.',
    }),
    email: z
      .string()
      .nullable()
      .optional()
      .meta({ description: 'Present only while `member_detail_enabled` is on.' }),
    role: z.string().meta({
      description: 'A team has one `owner`, who cannot be changed or removed here.',
      examples: ['member', 'admin', 'owner'],
    }),
    status: z.string().meta({
      description:
        '`invited` until the invitation is accepted. No event tells of the acceptance: read the member again.',
      examples: ['active', 'invited'],
    }),
    joined_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When the person joined. Null until an invitation is accepted.' }),
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

const memberId = z.string().meta({
  description: 'The id of a member of the team.',
  examples: ['mem_01jb2h5n7pr8s4t6v9w1x3y5za'],
});
const assignableRole = z.enum(['member', 'admin']);

export const listMembersInput = z.strictObject(pageInput);
export const memberIdInput = z.strictObject({ member_id: memberId });
export const inviteMemberInput = z
  .strictObject({
    email: memberEmailInput.meta({
      description:
        'Where the invitation is sent. Trimmed and lower-cased before it is compared and stored.',
      format: 'email',
    }),
    role: assignableRole
      .nullish()
      .transform((role) => role ?? 'member')
      .meta({ description: 'What the person may do in the app. The default is `member`.' }),
    lang: text(35).nullish().meta({
      description: 'The language of the invitation: English for `en` and `en-…`, else German.',
    }),
  })
  .meta({ examples: [{ email: 'new.colleague@customer.example', role: 'member', lang: 'en' }] });
/** The fields that the app edits. */
export const memberEdits = ['role'] as const;
export const changeRoleInput = z
  .strictObject({
    member_id: memberId,
    role: assignableRole.meta({
      description:
        'To give or take `admin` needs a key created by the owner or by an active admin.',
    }),
  })
  .meta({ examples: [{ role: 'admin' }] });

/** The public shape of `member m`; `email` is a person's detail (spec, Members 6). */
export function memberShape(actor: Actor): string {
  const email = actor.privacy.shows('member', 'email') ? 'm.email,' : '';
  return `m.id, m.user_id, ${email} m.role, m.status, iso(m.joined_at) as joined_at`;
}
