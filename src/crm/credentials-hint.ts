import type { Access, CrmConnector } from './connector.ts';

/** A page shows the last four characters. They would give away half of a shorter secret. */
const LEAST_HINTED = 12;

/**
 * The last characters of the secret that a person has entered, so that the person recognizes it. OAuth tokens have no
 * hint: nobody has seen them, and they are renewed.
 */
export function hintOf({ secret: field }: Pick<CrmConnector, 'secret'>, access: Access): string {
  if (access.kind === 'oauth') return '';
  const secret = access.entered[field] ?? '';
  return secret.length < LEAST_HINTED ? '' : secret.slice(-4);
}
