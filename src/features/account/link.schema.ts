import { z } from 'zod';
import { tokenPattern } from '../../auth/token.ts';
import { lineText } from '../../shared/schema/text.ts';
import { DAY_MS, HOUR_MS, WEEK_MS } from '../../shared/time/durations.ts';
import { answeredChallenge } from '../passkeys/passkeys.schema.ts';
import { passwordInput } from '../session/session.schema.ts';

/** The kinds of links, and how long each is valid. */
export const linkLifetimeMs = {
  first_sign_in: WEEK_MS,
  invitation: WEEK_MS,
  password_reset: HOUR_MS,
  email_change: DAY_MS,
  email_undo: WEEK_MS,
  contact_confirm: WEEK_MS,
  /** A mail may be read late. */
  contact_stop: 365 * DAY_MS,
} as const;
export type LinkPurpose = keyof typeof linkLifetimeMs;

/** The links of technical contacts, who need no account. */
export const contactPurposes = ['contact_confirm', 'contact_stop'] as const;
export type ContactPurpose = (typeof contactPurposes)[number];

const token = z.string().regex(tokenPattern, 'The part of the link after #.');

/**
 * Length makes a password hard to guess. There are no rules for its characters, but passwords that
 * attackers try early are refused (`find-weakness.ts`).
 */
export const newPassword = z
  .string()
  .min(12, 'At least 12 characters.')
  .max(200, 'At most 200 characters.');

export const linkTokenInput = z.strictObject({ token });
export const acceptLinkInput = z.strictObject({
  token,
  password: newPassword,
  /** Needed for an account that has none yet. */
  name: lineText(1, 200).optional(),
});

/** The password that was valid when the address changed, or a passkey from before. */
export const undoInput = z.strictObject({
  token,
  proof: z.union([z.strictObject({ password: passwordInput }), answeredChallenge]),
});

/** What the page of the link shows before the person acts. */
export const linkContent = z.strictObject({
  purpose: z.enum(Object.keys(linkLifetimeMs) as [LinkPurpose, ...LinkPurpose[]]),
  email: z.string(),
  team_name: z.string().nullable(),
  /**
   * What the person does next: `account.acceptLink`; or after the sign-in `team.acceptInvitation`
   * or `account.confirmEmailChange`; or `account.undoEmailChange`; or, without an account,
   * `technicalContact.confirm` or `stop`.
   */
  next: z.enum(['set_password', 'sign_in', 'confirm', 'undo', 'confirm_contact', 'stop_contact']),
  needs_name: z.boolean(),
  expires_at: z.iso.datetime(),
});
export type LinkContent = z.output<typeof linkContent>;
