import type { RequestedAssertion } from '../../features/passkeys/passkeys.schema.ts';

/** WebAuthn belongs to a name: at an IP address no browser offers it. */
export const canUsePasskeys =
  typeof PublicKeyCredential !== 'undefined' &&
  typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function' &&
  !/^[\d.]+$|:/.test(location.hostname);

/** Undefined: the person has closed the browser's window, or has no passkey here. */
export async function passkeyFor(options: RequestedAssertion['options']) {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = await chosen(() => navigator.credentials.get({ publicKey }));
  return credential?.toJSON() as AuthenticationResponseJSON | undefined;
}

async function chosen(
  ask: () => Promise<Credential | null>,
): Promise<PublicKeyCredential | undefined> {
  try {
    const credential = await ask();
    return credential instanceof PublicKeyCredential ? credential : undefined;
  } catch (error) {
    // The same error for a refusal, a time limit and no passkey: the browser tells no more.
    if (error instanceof DOMException && /NotAllowed|Abort/.test(error.name)) return undefined;
    throw error;
  }
}
