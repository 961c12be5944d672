import type { IncomingMessage } from 'node:http';

const LONGEST = 400;

/** What a browser says of itself. The list of sessions shows it. */
export function userAgentOf({ headers }: Pick<IncomingMessage, 'headers'>): string | null {
  return headers['user-agent']?.slice(0, LONGEST) ?? null;
}
