import createClient, { type Client } from 'openapi-fetch';
import type { TestApi } from '../harness/api.ts';
import type { paths } from './generated/types.ts';

/** A customer's client; its requests go through the harness, so that every answer is checked. */
export function clientOf(api: TestApi, key: string): Client<paths> {
  return createClient<paths>({
    baseUrl: api.url,
    headers: { authorization: `Bearer ${key}` },
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url);
      const body = await request.text();
      const { status, headers, text } = await api.requestAt(request.method, pathname + search, {
        headers: Object.fromEntries(request.headers),
        ...(body === '' ? {} : { raw: body }),
      });
      const lower = Object.entries(headers).map(([name, value]): [string, string] => [
        name,
        String(value),
      ]);
      return new Response(text, { status, headers: lower });
    },
  });
}
