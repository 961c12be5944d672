import { BASE_PATH } from '../../rest/base-path.ts';

/** A list of the public API. Its first entry is the newest one. */
type IdList = {
  path: string;
  /** The list has no pages, and refuses `limit`. */
  isWhole?: true;
  /** The list whose entry the path names. */
  within?: Noun;
  /** The request that adds an entry, and its page of the reference. Trainings come from the app alone. */
  add?: { request: string; slug: string };
};

export type Noun =
  | 'members'
  | 'trainings'
  | 'scored'
  | 'assignments'
  | 'cases'
  | 'endpoints'
  | 'deliveries';

export const idLists: Record<Noun, IdList> = {
  members: { path: '/users', add: { request: 'POST /users', slug: 'invite-member' } },
  trainings: { path: '/trainings' },
  scored: { path: '/evaluations' },
  assignments: {
    path: '/assignments',
    add: { request: 'POST /assignments', slug: 'create-assignment' },
  },
  cases: { path: '/cases', add: { request: 'POST /cases', slug: 'create-case' } },
  endpoints: {
    path: '/webhook-endpoints',
    isWhole: true,
    add: { request: 'POST /webhook-endpoints', slug: 'create-webhook-endpoint' },
  },
  deliveries: {
    path: '/webhook-endpoints/{endpoint_id}/deliveries',
    within: 'endpoints',
    add: { request: 'POST /webhook-endpoints/{endpoint_id}/test', slug: 'test-webhook-endpoint' },
  },
};

/** The lists with ids that begin like this. No list has replays, and the catalog's ids are those of every team. */
const nouns: Record<string, Noun> = {
  mem: 'members',
  usr: 'members',
  trn: 'trainings',
  asg: 'assignments',
  cas: 'cases',
  whe: 'endpoints',
  whd: 'deliveries',
};

/** The list with an id that can take the place of an example in this operation. */
export function nounOf(example: string, template: string): Noun | undefined {
  // The newest training may have no evaluation.
  if (template.endsWith('/evaluation')) return 'scored';
  return nouns[example.slice(0, 3)];
}

/** The ids in a sample for which there is a list. */
export function exampleIdsIn(code: string): string[] {
  const found = [...code.matchAll(/\b([a-z]{3})_[0-9a-z]{26}\b/g)];
  return [...new Set(found.flatMap(([id, kind = '']) => (kind in nouns ? [id] : [])))];
}

/** The list to which this request has added an entry. */
export function nounAddedBy(method: string, template: string): Noun | undefined {
  const request = `${method} ${template.replace(BASE_PATH, '')}`;
  return (Object.keys(idLists) as Noun[]).find((noun) => idLists[noun].add?.request === request);
}

export const templateOf = (noun: Noun): string => BASE_PATH + idLists[noun].path;
