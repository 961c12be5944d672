import { z } from 'zod';
import { type Transport, transports } from '../../auth/webauthn.ts';
import { lineText } from '../../shared/schema/text.ts';

export const MAX_PASSKEYS = 20;

const base64url = (min: number, max: number) =>
  z
    .string()
    .min(min)
    .max(max)
    .regex(/^[\w-]+$/);
const challengeId = z.string().regex(/^chl_[0-9a-z]{26}$/);
/** An authenticator makes ids of 16 to 1023 bytes. */
const credentialId = base64url(22, 1364);
const clientDataJSON = base64url(50, 4_000);
const name = lineText(1, 100);

const supportedTransports: ReadonlySet<string> = new Set(transports);
const isSupported = (transport: string): transport is Transport =>
  supportedTransports.has(transport);

/** Browsers may add further fields to what they send. We accept them. */
const signed = { id: credentialId, rawId: credentialId, type: z.literal('public-key') };

const registration = z.object({
  ...signed,
  response: z.object({
    clientDataJSON,
    attestationObject: base64url(50, 8_000),
    transports: z
      .array(z.string().max(50))
      .max(20)
      .default([])
      .transform((response) => response.filter(isSupported)),
  }),
});

const assertion = z.object({
  ...signed,
  response: z.object({
    clientDataJSON,
    authenticatorData: base64url(50, 4_000),
    signature: base64url(50, 2_000),
    userHandle: base64url(1, 100).nullish(),
  }),
});

export const answeredChallenge = z.strictObject({ challenge_id: challengeId, response: assertion });
export type AnsweredChallenge = z.output<typeof answeredChallenge>;
export const newPasskeyInput = z.strictObject({
  challenge_id: challengeId,
  response: registration,
  name: name.optional(),
});
export const passkeyIdInput = z.strictObject({ passkey_id: credentialId });
export const renameInput = z.strictObject({ passkey_id: credentialId, name });

const required = z.literal('required');
const credential = z.strictObject({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.enum(transports)),
});

/** What the page gives to `navigator.credentials.get`, in the JSON form of WebAuthn. */
export const requestedAssertion = z.strictObject({
  challenge_id: z.string(),
  options: z.strictObject({
    challenge: z.string(),
    rpId: z.string(),
    timeout: z.int(),
    userVerification: required,
    /** Empty at sign-in: the authenticator itself knows for whom it has passkeys here. */
    allowCredentials: z.array(credential),
  }),
});
export type RequestedAssertion = z.output<typeof requestedAssertion>;

/** What the page gives to `navigator.credentials.create`. */
export const requestedRegistration = z.strictObject({
  challenge_id: z.string(),
  options: z.strictObject({
    challenge: z.string(),
    rp: z.strictObject({ id: z.string(), name: z.string() }),
    user: z.strictObject({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.strictObject({ type: z.literal('public-key'), alg: z.int() })),
    timeout: z.int(),
    attestation: z.literal('none'),
    excludeCredentials: z.array(credential),
    authenticatorSelection: z.strictObject({
      residentKey: required,
      requireResidentKey: z.literal(true),
      userVerification: required,
    }),
  }),
});
export type RequestedRegistration = z.output<typeof requestedRegistration>;

export const passkey = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** True if a copy exists at the maker of the device or in a password manager. */
  is_backed_up: z.boolean(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable(),
});
export type Passkey = z.output<typeof passkey>;
export const passkeyList = z.strictObject({ data: z.array(passkey) });
export type PasskeyList = z.output<typeof passkeyList>;
