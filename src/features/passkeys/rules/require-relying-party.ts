import { NO_PASSKEYS, type RelyingParty } from '../../../auth/relying-party.ts';
import {
  type AssertionResponse,
  isOfOwnPage,
  type RegistrationResponse,
} from '../../../auth/webauthn.ts';
import type { Visit } from '../../../operation/call.ts';
import { AppError } from '../../../shared/errors/app-errors.ts';

export function requireRelyingParty({ relyingParty }: Visit): RelyingParty {
  if (relyingParty === null) throw new AppError('no_passkeys', { detail: NO_PASSKEYS });
  return relyingParty;
}

/** Tells the person if PUBLIC_URL is wrong. Otherwise the passkey would seem to be wrong. */
export async function requireOwnPage(
  relyingParty: RelyingParty,
  response: AssertionResponse | RegistrationResponse,
): Promise<void> {
  if (await isOfOwnPage(response, relyingParty)) return;
  const detail = `The passkey was not used on a page of ${relyingParty.origin}.`;
  throw new AppError('passkey_refused', { detail });
}
