import type { Access, CrmConnector } from './connector.ts';

/** A shorter secret would be half told by its last four characters. */
const LEAST_HINTED = 12;

/**
 * The last characters of what a person has entered, by which the person knows it again. Tokens of a
 * consent were seen by nobody, and are renewed, so they have no hint.
 */
export function hintOf({ secret: field }: Pick<CrmConnector, 'secret'>, access: Access): string {
  if (access.kind === 'oauth') return '';
  const secret = access.entered[field] ?? '';
  return secret.length < LEAST_HINTED ? '' : secret.slice(-4);
}
