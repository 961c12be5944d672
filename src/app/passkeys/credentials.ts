import type {
  RequestedAssertion,
  RequestedRegistration,
} from '../../features/passkeys/passkeys.schema.ts';

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

/** Makes one for the person. Undefined: the window was closed, or the device has one already. */
export async function newPasskey(options: RequestedRegistration['options']) {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = await chosen(() => navigator.credentials.create({ publicKey }));
  if (!credential) return undefined;
  const { id, rawId, response } = credential.toJSON() as RegistrationResponseJSON;
  const { clientDataJSON, attestationObject, transports } = response;
  return {
    id,
    rawId,
    type: 'public-key' as const,
    response: { clientDataJSON, attestationObject, transports },
  };
}

async function chosen(
  ask: () => Promise<Credential | null>,
): Promise<PublicKeyCredential | undefined> {
  try {
    const credential = await ask();
    return credential instanceof PublicKeyCredential ? credential : undefined;
  } catch (error) {
    // The same error for a refusal, a time limit and no passkey: the browser tells no more.
    if (error instanceof DOMException && /NotAllowed|Abort|InvalidState/.test(error.name))
      return undefined;
    throw error;
  }
}
