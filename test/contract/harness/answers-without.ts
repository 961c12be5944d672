import type { ApiResponse } from '../../harness/response.ts';
import type { named } from '../../harness/routes.ts';
import { validRequest, withBody } from '../../harness/valid-requests.ts';
import type { World } from '../../harness/world.ts';

type Wrong = {
  away: () => Promise<void>;
  back: () => Promise<void>;
  /** The requests run at once, because a pooler lets each wait for five seconds before it refuses. */
  isSlow?: boolean;
};
/** The answer of an operation while something is away, and the answer when it is back. */
export type Answers = { response: ApiResponse; after: ApiResponse };

/** Takes something away, once for all these operations. */
export async function answersWithout(
  { away, back, isSlow }: Wrong,
  world: World,
  operations: ReturnType<typeof named>,
): Promise<Map<string, Answers>> {
  const asking = new Map<string, () => Promise<ApiResponse>>();
  for (const { name, route } of operations) {
    const valid = await validRequest(route, world);
    asking.set(name, () => world.team.request(route.method, valid.path, withBody(valid)));
  }
  const all = [...asking.values()];
  const responses: ApiResponse[] = [];
  await away();
  try {
    if (isSlow) responses.push(...(await Promise.all(all.map((ask) => ask()))));
    else for (const ask of all) responses.push(await ask());
  } finally {
    await back();
  }
  const answers = new Map<string, Answers>();
  for (const [name, ask] of asking) {
    const response = responses.shift();
    if (response) answers.set(name, { response, after: await ask() });
  }
  return answers;
}

export function found(answers: Map<string, Answers>, name: string): Answers {
  const own = answers.get(name);
  if (!own) throw new Error(`${name} was not asked`);
  return own;
}
