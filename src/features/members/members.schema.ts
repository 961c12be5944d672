import { z } from 'zod';
import type { Actor } from '../../auth/actor.ts';
import { selectList } from '../../db/select-list.ts';
import { described, docText } from '../../shared/schema/doc-text.ts';
import { memberEmailInput } from '../../shared/schema/email.ts';
import { pageInput, pageOf } from '../../shared/schema/page-schema.ts';
import { text } from '../../shared/schema/text.ts';

export const member = z
  .object({
    id: described(z.string(), {
      en: 'The `{member_id}` in paths.',
      de: 'Die `{member_id}` in Pfaden.',
    }),
    user_id: described(z.string().nullable(), {
      en: 'The person, as in trainings and cases. Null until an invitation is accepted.',
      de: 'Die Person, wie bei Trainings und Fällen. Null, bis eine Einladung angenommen ist.',
    }),
    email: described(z.string().nullable().optional(), {
      en: 'Present only while `member_detail_enabled` is on.',
      de: 'Nur da, solange `member_detail_enabled` an ist.',
    }),
    role: described(z.string(), {
      en: 'A team has one `owner`, who cannot be changed or removed here.',
      de: 'Ein Team hat einen `owner`, der hier nicht geändert oder entfernt werden kann.',
      examples: ['member', 'admin', 'owner'],
    }),
    status: described(z.string(), {
      en: '`invited` until the invitation is accepted. No event tells of the acceptance: read the member again.',
      de: '`invited`, bis die Einladung angenommen ist. Kein Ereignis meldet die Annahme: Lesen Sie das Mitglied noch einmal.',
      examples: ['active', 'invited'],
    }),
    joined_at: described(z.iso.datetime().nullable(), {
      en: 'When the person joined. Null until an invitation is accepted.',
      de: 'Wann die Person beigetreten ist. Null, bis eine Einladung angenommen ist.',
    }),
  })
  .meta({
    id: 'Member',
    description: docText({
      en: 'A person of the team, its owner included.',
      de: 'Eine Person des Teams, auch die Inhaberin oder der Inhaber.',
    }),
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

const memberId = described(z.string(), {
  en: 'The id of a member of the team.',
  de: 'Die ID eines Mitglieds des Teams.',
  examples: ['mem_01jb2h5n7pr8s4t6v9w1x3y5za'],
});
const assignableRole = z.enum(['member', 'admin']);

export const listMembersInput = z.strictObject(pageInput);
export const memberIdInput = z.strictObject({ member_id: memberId });
export const inviteMemberInput = z
  .strictObject({
    email: described(memberEmailInput, {
      en: 'Where the invitation is sent. Trimmed and lower-cased before it is compared and stored.',
      de: 'Wohin die Einladung geht. Leerraum am Rand fällt weg, und alles wird klein geschrieben, bevor verglichen und gespeichert wird.',
      format: 'email',
    }),
    role: described(
      assignableRole.nullish().transform((role) => role ?? 'member'),
      {
        en: 'What the person may do in the app. The default is `member`.',
        de: 'Was die Person in der App darf. Ohne Angabe `member`.',
      },
    ),
    lang: described(text(35).nullish(), {
      en: 'The language of the invitation: English for `en` and `en-…`, else German.',
      de: 'Die Sprache der Einladung: Englisch bei `en` und `en-…`, sonst Deutsch.',
    }),
  })
  .meta({ examples: [{ email: 'new.colleague@customer.example', role: 'member', lang: 'en' }] });
/** The fields that the app edits. */
export const memberEdits = ['role'] as const;
export const changeRoleInput = z
  .strictObject({
    member_id: memberId,
    role: described(assignableRole, {
      en: 'To give or take `admin` needs a key created by the owner or by an active admin.',
      de: 'Um `admin` zu vergeben oder zu entziehen, brauchen Sie einen Schlüssel, den die Inhaberin, der Inhaber oder ein aktiver Admin erstellt hat.',
    }),
  })
  .meta({ examples: [{ role: 'admin' }] });

const memberFields = { model: 'member', as: 'm' } as const;
const shapeWithEmail = selectList(member, memberFields, {});
const shapeWithoutEmail = selectList(member.omit({ email: true }), memberFields, {});

/** The public shape of `member m`; `email` is a person's detail (spec, Members 6). */
export function memberShape(actor: Actor): string {
  return actor.privacy.shows('member', 'email') ? shapeWithEmail : shapeWithoutEmail;
}
