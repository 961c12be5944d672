import { setTimeout } from 'node:timers/promises';
import { fromOwnPage } from './site.ts';

export type Asked = { name: string; path: string; input: Record<string, unknown> };

/** The calls of the pages with long lists. `aRequest` is a line near the end of the log. */
export function callsOf({ keyId, aRequest }: { keyId: string; aRequest: string }): Asked[] {
  const limit = '50';
  const members = (name: string, input: object) => ({
    name: `members${name}`,
    path: 'members.directory',
    input: { limit, ...input },
  });
  const lines = (name: string, input: object) => ({
    name: `requests${name}`,
    path: 'requestLog.list',
    input: { limit, ...input },
  });
  const since = new Date(Date.now() - 7 * 86_400_000).toISOString();
  return [
    members('', {}),
    members(', searched', { search: 'muster77' }),
    members(', searched for nobody', { search: 'nobody' }),
    members(', of a role', { role: 'admin' }),
    lines('', {}),
    lines(', refused', { status_class: '4xx' }),
    lines(', of a key', { key_id: keyId }),
    lines(', of a route in a week', { route: '/catalog', since }),
    lines(', by an id', { request_id: aRequest }),
    lines(', our errors (none)', { status_class: '5xx' }),
    { name: 'errors by code and route', path: 'requestLog.errors', input: {} },
    { name: 'usage by day and key', path: 'requestLog.usage', input: {} },
  ];
}

/** The milliseconds of one call of a page. A list continues from `cursor`. */
export async function ask(
  origin: string,
  token: string,
  { name, path, input }: Asked,
  cursor?: string,
): Promise<{ ms: number; next: string | undefined }> {
  const given = encodeURIComponent(JSON.stringify(cursor ? { ...input, cursor } : input));
  const startedAt = performance.now();
  const response = await fetch(`${origin}/trpc/${path}?input=${given}`, {
    headers: { ...fromOwnPage, cookie: `__Host-sid=${token}` },
  });
  const { result, error } = (await response.json()) as {
    result?: { data: { next_cursor?: string | null } };
    error?: { data: { retry_after?: number } };
  };
  // The session has reached its limit of this minute.
  if (response.status === 429) {
    await setTimeout((error?.data.retry_after ?? 1) * 1000);
    return ask(origin, token, { name, path, input }, cursor);
  }
  if (!result) throw new Error(`${path}: ${JSON.stringify(error)}`);
  const ms = performance.now() - startedAt;
  return { ms, next: result.data.next_cursor ?? undefined };
}
