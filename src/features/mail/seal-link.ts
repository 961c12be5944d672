import type { KeyObject } from 'node:crypto';
import type { Language } from '../../shared/language/language.ts';
import { deriveKey, type EncryptionKey, seal, unseal } from '../../shared/secrets/seal.ts';
import { linkUrl } from '../../shared/web/sign-in-url.ts';

/** The line of a mail that contains the link. No name of a person can make such a line. */
export const LINK_LINE = '  {link}';

/** The one-time link in a mail. */
export type MailedLink = { id: string; token: string };

/** What is needed to encrypt and decrypt the links of mails. The worker and the command line have it. */
export type LinkSeal = { key: KeyObject; publicUrl: string };

export function linkSeal(config: {
  encryptionKey: Buffer | EncryptionKey;
  publicUrl: string;
}): LinkSeal {
  return { key: deriveKey(config.encryptionKey, 'mailed-link'), publicUrl: config.publicUrl };
}

type StoredMail = {
  id: string;
  lang: string;
  body: string;
  link_id: string | null;
  sealed_link: Uint8Array | null;
};

/** Encrypts the token. It can be decrypted only for the mail with this id. */
export function sealLink(key: KeyObject, mailId: string, { token }: MailedLink): Buffer {
  return seal(key, token, mailId);
}

/** The link of a mail. Null if the mail has none, or if its link was erased. */
export function openLink({ key }: LinkSeal, mail: StoredMail): string | null {
  return mail.sealed_link && unseal(key, Buffer.from(mail.sealed_link), mail.id);
}

const gone = {
  de: '  (Der Link wird nicht mehr angezeigt.)',
  en: '  (The link is no longer shown.)',
} as const satisfies Record<Language, string>;

/** The text as the reader gets it. If the link was erased, the text says so. */
export function bodyWithLink({ publicUrl }: LinkSeal, mail: StoredMail, token: string | null) {
  if (mail.link_id === null) return mail.body;
  const line = token === null ? gone[mail.lang as Language] : `  ${linkUrl(publicUrl, token)}`;
  return mail.body.replace(`\n${LINK_LINE}\n`, () => `\n${line}\n`);
}
