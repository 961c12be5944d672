import { z } from 'zod';

/** The address of a page on which other people will click: only https, without a user or a password. */
export const webLinkInput = z
  .string()
  .trim()
  .max(2048)
  .refine(isWebLink, 'An https address.')
  .transform((link) => new URL(link).href);

function isWebLink(link: string): boolean {
  if (!URL.canParse(link)) return false;
  const { protocol, username, password, hostname, href } = new URL(link);
  const isPublic = hostname.includes('.') && username === '' && password === '';
  return protocol === 'https:' && isPublic && href.length <= 2048;
}
