import type { ApiResponse } from '../../harness/response.ts';
import type { TestTeam } from '../../harness/team.ts';

export type Feed = {
  data: { id: string; type: string; data: Record<string, unknown> }[];
  cursor: string;
  has_more: boolean;
};

type Query = Record<string, string>;

export function ask(of: TestTeam, query: Query = {}, key = of.key): Promise<ApiResponse> {
  return of.request('GET', `/events?${new URLSearchParams(query)}`, { key });
}

export async function read(of: TestTeam, query: Query = {}, key = of.key): Promise<Feed> {
  const { status, body } = await ask(of, query, key);
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body as unknown as Feed;
}

/** What a refusal names: the status, and the code of each place. */
export const faultOf = ({ status, body }: ApiResponse) => [
  status,
  body.errors?.map(({ pointer, code }) => `${pointer} ${code}`),
];

export const cursorExpired = [422, ['/cursor cursor_expired']];

export const typesOf = ({ data }: Feed): string[] => data.map(({ type }) => type);
