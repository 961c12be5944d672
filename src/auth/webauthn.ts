import { loadOnce } from '../shared/load/load-once.ts';
import type { RelyingParty } from './relying-party.ts';

/** EdDSA, ES256 and RS256. Every authenticator supports one of these. */
export const ALGORITHMS = [-8, -7, -257];

/** The ways to reach an authenticator that browsers name. */
export const transports = [
  'ble',
  'cable',
  'hybrid',
  'internal',
  'nfc',
  'smart-card',
  'usb',
] as const;
export type Transport = (typeof transports)[number];

/** What a passkey must sign: the challenge in base64url, on a page of this relying party. */
export type Challenge = { challenge: string; relyingParty: RelyingParty };

type Signed = { id: string; rawId: string; type: 'public-key' };

/** The answer of a browser for a new passkey. */
export type RegistrationResponse = Signed & {
  response: { clientDataJSON: string; attestationObject: string; transports: Transport[] };
};
/** The answer of a browser for the use of a passkey. */
export type AssertionResponse = Signed & {
  response: {
    clientDataJSON: string;
    authenticatorData: string;
    signature: string;
    userHandle?: string | null | undefined;
  };
};

export type NewCredential = {
  publicKey: Uint8Array<ArrayBuffer>;
  counter: number;
  isBackedUp: boolean;
};
type PasskeyUse = { counter: number; isBackedUp: boolean };

/** The command line never needs the library, and loading takes a fifth of a second. */
export const loadWebauthn = loadOnce(() =>
  Promise.all([import('@simplewebauthn/server'), import('@simplewebauthn/server/helpers')]),
);

/** True if the page that used the passkey is one of ours. */
export async function isOfOwnPage(
  { response }: AssertionResponse | RegistrationResponse,
  { origin }: RelyingParty,
): Promise<boolean> {
  const [, { decodeClientDataJSON }] = await loadWebauthn();
  return readable(() => decodeClientDataJSON(response.clientDataJSON).origin === origin, false);
}

/** Returns the new passkey. Null if the response does not fit the challenge. */
export async function verifyRegistration(
  { challenge, relyingParty }: Challenge,
  credential: RegistrationResponse,
): Promise<NewCredential | null> {
  const [{ verifyRegistrationResponse }] = await loadWebauthn();
  if (!(await isUnattested(credential))) return null;
  const { transports: _, ...response } = credential.response;
  return readable(async () => {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...credential, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: relyingParty.origin,
      expectedRPID: relyingParty.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified || registrationInfo.credential.id !== credential.id) return null;
    const { publicKey, counter } = registrationInfo.credential;
    return { publicKey, counter, isBackedUp: registrationInfo.credentialBackedUp };
  }, null);
}

/**
 * True for the answer that browsers give if no attestation was asked for. For any other attestation the
 * library would ask servers that the certificates in it name.
 */
async function isUnattested({ response }: RegistrationResponse): Promise<boolean> {
  const [, { decodeAttestationObject, isoBase64URL }] = await loadWebauthn();
  return readable(() => {
    const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
    const format = attestation.get('fmt');
    const certificates = attestation.get('attStmt').get('x5c');
    return format === 'none' || (format === 'packed' && certificates === undefined);
  }, false);
}

/**
 * Returns the use of the passkey. Null if the response does not fit the challenge, or if another key has
 * signed it.
 */
export async function verifyAssertion(
  { challenge, relyingParty }: Challenge,
  {
    response: credential,
    publicKey,
  }: { response: AssertionResponse; publicKey: Uint8Array<ArrayBuffer> },
): Promise<PasskeyUse | null> {
  const [{ verifyAuthenticationResponse }] = await loadWebauthn();
  const { userHandle, ...response } = credential.response;
  return readable(async () => {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...credential, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: relyingParty.origin,
      expectedRPID: relyingParty.id,
      requireUserVerification: true,
      // The library would compare the counter before it checks the signature. So it gets 0, and our
      // own code compares the counter afterwards.
      credential: { id: credential.id, publicKey, counter: 0 },
    });
    const { newCounter, credentialBackedUp } = authenticationInfo;
    return verified ? { counter: newCounter, isBackedUp: credentialBackedUp } : null;
  }, null);
}

/** The library throws plain errors for everything that it cannot read or does not accept. */
async function readable<T>(read: () => T | Promise<T>, otherwise: T): Promise<T> {
  try {
    return await read();
  } catch {
    return otherwise;
  }
}
