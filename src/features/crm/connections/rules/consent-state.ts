import { createHash, randomBytes } from 'node:crypto';

/** The state of a consent: only the browser and the provider have it. */
export const newState = (): string => randomBytes(32).toString('base64url');

export const hashState = (state: string) => createHash('sha256').update(state).digest();

/** Binds a sealed verifier to its consent. */
export const consentContext = (stateHash: Uint8Array): string =>
  `consent|${Buffer.from(stateHash).toString('hex')}`;
