import { createHash, randomBytes } from 'node:crypto';

/** Makes the state of a consent. Only the browser and the provider get it. */
export const newState = (): string => randomBytes(32).toString('base64url');

export const hashState = (state: string) => createHash('sha256').update(state).digest();

/** The context that binds an encrypted verifier to its consent. */
export const consentContext = (stateHash: Uint8Array): string =>
  `consent|${Buffer.from(stateHash).toString('hex')}`;
