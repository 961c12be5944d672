import type { Visit } from '../../operation/call.ts';
import { findLink } from './find-link.ts';
import type { LinkContent } from './link.schema.ts';

/** Shows what a link is for. It stays valid, because programs that scan mails open links too. */
export async function inspectLink(visit: Visit, token: string): Promise<LinkContent> {
  const { purpose, email, team_name, expires_at } = await findLink(visit, token);
  return { purpose, email, team_name, expires_at: expires_at.toISOString() };
}
