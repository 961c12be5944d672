import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { ORIGIN } from '../../harness/app.ts';

/** Flags of WebAuthn: the person is present and verified, and the passkey may be and is backed up. */
export const flags = { present: 1, verified: 4, mayBeBackedUp: 8, isBackedUp: 16 };
const HAS_CREDENTIAL = 64;

type Credential = { id: string; rpId: string; userHandle: string; key: KeyObject; counter: number };

/** How the answer differs from an honest one. */
export type Lie = {
  origin?: string;
  rpId?: string;
  type?: string;
  challenge?: string;
  flags?: number;
  counter?: number;
  userHandle?: string | null;
  key?: KeyObject;
  /** The id of another passkey, which a new one uses. */
  credentialId?: string;
};

type Creation = { challenge: string; rp: { id: string }; user: { id: string } };
type Request = { challenge: string; rpId: string; allowCredentials: { id: string }[] };

/** An authenticator with passkeys of P-256, and the browser around it. */
export class Authenticator {
  readonly credentials: Credential[] = [];
  readonly #counts: boolean;

  /** `counts`: whether it counts its uses. Authenticators that copy passkeys to other devices do not. */
  constructor({ counts = false } = {}) {
    this.#counts = counts;
  }

  /** Makes a passkey that no server knows yet. */
  make(rpId: string, userHandle: string, credentialId?: string) {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const id = credentialId ?? randomBytes(32).toString('base64url');
    const credential = { id, rpId, userHandle, key: privateKey, counter: 0 };
    this.credentials.push(credential);
    return { ...credential, publicKey: coseKey(publicKey) };
  }

  register({ challenge, rp, user }: Creation, lie: Lie = {}) {
    const { publicKey, ...credential } = this.make(rp.id, user.id, lie.credentialId);
    const id = Buffer.from(credential.id, 'base64url');
    const attested = [Buffer.alloc(16), uint16(id.length), id, publicKey];
    const authData = Buffer.concat([this.#authData(credential, HAS_CREDENTIAL, lie), ...attested]);
    return registration(credential.id, {
      clientDataJSON: clientData('webauthn.create', challenge, lie),
      attestationObject: attestationOf(authData),
    });
  }

  /** Answers with the first passkey in the request. */
  use({ challenge, rpId, allowCredentials }: Request, lie: Lie = {}) {
    const wanted = allowCredentials.map(({ id }) => id);
    const credential = this.credentials.find(
      ({ id, rpId: own }) => own === rpId && (wanted.length === 0 || wanted.includes(id)),
    );
    if (!credential) throw new Error('There is no such passkey');
    if (this.#counts) credential.counter += 1;
    const authData = this.#authData(credential, 0, lie);
    const clientDataJSON = clientData('webauthn.get', challenge, lie);
    const hashed = createHash('sha256').update(clientDataJSON).digest();
    const signature = sign('sha256', Buffer.concat([authData, hashed]), lie.key ?? credential.key);
    const { userHandle = credential.userHandle } = lie;
    return {
      id: credential.id,
      rawId: credential.id,
      type: 'public-key' as const,
      authenticatorAttachment: 'platform',
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientDataJSON.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
        ...(userHandle === null ? {} : { userHandle }),
      },
    };
  }

  #authData({ rpId, counter }: Credential, also: number, lie: Lie): Buffer {
    const response = lie.flags ?? flags.present | flags.verified;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(lie.counter ?? counter);
    const rpIdHash = createHash('sha256')
      .update(lie.rpId ?? rpId)
      .digest();
    return Buffer.concat([rpIdHash, Buffer.from([response | also]), count]);
  }
}

type Attested = { clientDataJSON: Buffer; attestationObject: Buffer };

/** The answer to a registration, with all fields of real browsers, even those that the server does not need. */
function registration(id: string, { clientDataJSON, attestationObject }: Attested) {
  return {
    id,
    rawId: id,
    type: 'public-key' as const,
    authenticatorAttachment: 'platform',
    clientExtensionResults: { credProps: { rk: true } },
    response: {
      clientDataJSON: clientDataJSON.toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal', 'a-future-one'],
      publicKeyAlgorithm: -7,
    },
  };
}

function clientData(type: string, challenge: string, lie: Lie): Buffer {
  const { origin = ORIGIN } = lie;
  const statement = { type: lie.type ?? type, challenge: lie.challenge ?? challenge, origin };
  return Buffer.from(JSON.stringify({ ...statement, crossOrigin: false }));
}

/** An attestation object in CBOR. */
export function attestationOf(authData: Buffer, format = 'none', statement = map([])): Buffer {
  return map([
    [text('fmt'), text(format)],
    [text('attStmt'), statement],
    [text('authData'), bytes(authData)],
  ]);
}

function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return map([
    [int(1), int(2)],
    [int(3), int(-7)],
    [int(-1), int(1)],
    [int(-2), bytes(Buffer.from(x, 'base64url'))],
    [int(-3), bytes(Buffer.from(y, 'base64url'))],
  ]);
}

/** The head of a CBOR value (RFC 8949): its kind and its length. */
function head(kind: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(kind << 5) | length]);
  if (length < 256) return Buffer.from([(kind << 5) | 24, length]);
  return Buffer.concat([Buffer.from([(kind << 5) | 25]), uint16(length)]);
}

const int = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value));
const bytes = (value: Buffer) => Buffer.concat([head(2, value.length), value]);
export const text = (value: string) =>
  Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
export const map = (entries: [Buffer, Buffer][]) =>
  Buffer.concat([head(5, entries.length), ...entries.flat()]);

function uint16(value: number): Buffer {
  const buffer = Buffer.alloc(2);
  buffer.writeUInt16BE(value);
  return buffer;
}
