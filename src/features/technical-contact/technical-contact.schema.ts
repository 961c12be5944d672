import { z } from 'zod';
import { languages } from '../../shared/language/language.ts';
import { editVersion } from '../../shared/schema/edit-version-input.ts';
import { memberEmailInput } from '../../shared/schema/email.ts';

/** The most mails in a day with which a team may ask a contact to confirm. */
export const ASKS_PER_DAY = 5;

export const setContactInput = z.strictObject({
  version: editVersion,
  email: memberEmailInput,
  lang: z.enum(languages),
});
export type SetContactInput = z.output<typeof setContactInput>;

export const contactVersionInput = z.strictObject({ version: editVersion });

const at = z.iso.datetime().nullable();

/** The technical contact of a team, as its admins see it. */
export const technicalContact = z.strictObject({
  /** `stopped`: the contact has ended the mails, and the address is erased. */
  state: z.enum(['none', 'pending', 'confirmed', 'stopped']),
  email: z.string().nullable(),
  /** The language of the mails. If there is no contact, the first language of the team. */
  lang: z.enum(languages),
  set_at: at,
  /** When somebody last asked for the mail that asks the contact to confirm. */
  asked_at: at,
  confirmed_at: at,
  stopped_at: at,
  /** The version, for `technicalContact.set` and `remove`. */
  version: z.string(),
});
export type TechnicalContact = z.output<typeof technicalContact>;

type Stored = { email: string | null; lang: string } | null;

/** The fields that admins edit. Both are null if there is no contact. */
export function editedFields(stored: Stored): { email: string | null; lang: string | null } {
  const email = stored?.email ?? null;
  return { email, lang: email === null ? null : (stored?.lang ?? null) };
}
