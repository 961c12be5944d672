import { linkSeal } from '../../src/features/mail/seal-link.ts';
import { deriveKey } from '../../src/shared/secrets/seal.ts';
import { encryptionKey } from './api.ts';

export const PUBLIC_URL = 'https://app.example.com';

/** What seals the links of mails in tests, and opens them. */
export const links = linkSeal({
  encryptionKey: Buffer.from(encryptionKey, 'hex'),
  publicUrl: PUBLIC_URL,
});

/** What seals the stored responses of an Idempotency-Key. */
export const sealKey = deriveKey(Buffer.from(encryptionKey, 'hex'), 'idempotency');
