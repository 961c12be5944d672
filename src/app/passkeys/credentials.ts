import type {
  RequestedAssertion,
  RequestedRegistration,
} from '../../features/passkeys/passkeys.schema.ts';

/** False at an IP address: WebAuthn needs a host name. */
export const canUsePasskeys =
  typeof PublicKeyCredential !== 'undefined' &&
  typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function' &&
  !/^[\d.]+$|:/.test(location.hostname);

/** Asks for a passkey. Undefined if the person has closed the browser's window, or has no passkey here. */
export async function passkeyFor(options: RequestedAssertion['options']) {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = await chosen(() => navigator.credentials.get({ publicKey }));
  return credential?.toJSON() as AuthenticationResponseJSON | undefined;
}

/**
 * Makes a passkey for the person. Undefined if the person has closed the window, or if the device
 * already has one.
 */
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
    // Browsers give the same error for a refusal, for a time limit and for a missing passkey.
    if (error instanceof DOMException && /NotAllowed|Abort|InvalidState/.test(error.name))
      return undefined;
    throw error;
  }
}
