import type { Call } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { memberEmailInput } from '../../shared/schema/email.ts';
import {
  type InvitationOutcome,
  type InvitationResults,
  type InviteMany,
  refusedOutcomes,
} from './invite-many.schema.ts';
import { inviteMember } from './invite-member.ts';

/**
 * Invites several people, each as `inviteMember` does, in one transaction. Each address has its own
 * outcome: an address that is refused has written nothing, and the others are invited.
 */
export async function inviteMany(
  call: Call,
  { emails, role, lang }: InviteMany,
): Promise<InvitationResults> {
  const results = new Map<string, InvitationOutcome>();
  for (const entered of emails) {
    const parsed = memberEmailInput.safeParse(entered);
    const email = parsed.success ? parsed.data : entered.trim();
    if (results.has(email)) continue;
    const outcome = parsed.success
      ? await outcomeOf(() => inviteMember(call, { email, role, lang }))
      : 'invalid_email';
    results.set(email, outcome);
  }
  return { results: [...results].map(([email, outcome]) => ({ email, outcome })) };
}

async function outcomeOf(invite: () => Promise<unknown>): Promise<InvitationOutcome> {
  try {
    await invite();
    return 'invited';
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { because } = error.details;
    const why = Array.isArray(because) ? because[0] : because;
    const refused = refusedOutcomes.find((one) => one === why);
    // Any other error refuses the whole call.
    if (!refused) throw error;
    return refused;
  }
}
