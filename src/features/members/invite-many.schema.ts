import { z } from 'zod';
import { INVITATIONS_PER_HOUR } from '../../auth/rate-limits.ts';
import { text } from '../../shared/schema/text.ts';
import { inviteMemberInput } from './members.schema.ts';

const { role, lang } = inviteMemberInput.shape;

export const inviteManyInput = z.strictObject({
  /** Each address is checked by itself, so that a wrong address does not refuse the others. */
  emails: z.array(text(300)).min(1).max(INVITATIONS_PER_HOUR),
  role,
  lang,
});
export type InviteMany = z.output<typeof inviteManyInput>;

/** The refusals that concern one address alone: the address, its seat or the limit of invitations. */
export const refusedOutcomes = ['email_taken', 'seats_taken', 'too_many_invitations'] as const;
const outcome = z.enum(['invited', 'invalid_email', ...refusedOutcomes]);
export type InvitationOutcome = z.output<typeof outcome>;

/**
 * One outcome for each address, in the order of the input. An address that is named twice has one outcome.
 */
export const invitationResults = z.strictObject({
  results: z.array(z.strictObject({ email: z.string(), outcome })),
});
export type InvitationResults = z.output<typeof invitationResults>;
