import type { Overview } from './use-overview.ts';

type StepId = 'members' | 'assign' | 'crm' | 'key' | 'request' | 'endpoint' | 'webhook';
export type Step = {
  id: StepId;
  isDone: boolean;
  to: string;
  search?: Record<string, string>;
  /** True while an earlier step has not made what this step needs. */
  waits?: boolean;
  /** A team can do without this step, so it does not keep the set-up open. */
  isOptional?: boolean;
};
export type Track = 'people' | 'programs';
export type SetUpSteps = Record<Track, readonly Step[]>;

/** The steps of a new team, in order: up to a first exercise, and up to a first request and a first webhook. */
export function setUpSteps(overview: Overview): SetUpSteps {
  return { people: peopleSteps(overview), programs: programSteps(overview) };
}

/** True while a step of the track is open that no team can do without. */
export const isUnfinished = (steps: readonly Step[]): boolean =>
  steps.some(({ isDone, isOptional }) => !isDone && !isOptional);

function peopleSteps(overview: Overview): Step[] {
  const { members, invited, expired, hasAssigned, totals, connections, hasInterfaces } = overview;
  const crm: Step = {
    ...({ id: 'crm', to: '/crm', search: { new: '1' }, isOptional: true } as const),
    isDone: connections.length > 0,
  };
  return [
    {
      id: 'members',
      isDone: members.length > 1 || invited.length + expired.length > 0,
      to: '/members',
      search: { invite: '1' },
    },
    {
      id: 'assign',
      // Who has trained knows the way without an exercise.
      isDone: hasAssigned || (totals?.sessions ?? 0) > 0,
      to: '/assignments',
      search: { new: '1' },
    },
    ...(hasInterfaces ? [crm] : []),
  ];
}

function programSteps({ keys, usage, endpoints, hasInterfaces }: Overview): Step[] {
  if (!hasInterfaces) return [];
  const [newest] = endpoints;
  return [
    { id: 'key', isDone: keys.length > 0, to: '/api-keys', search: { new: '1' } },
    {
      id: 'request',
      isDone: (usage?.days.length ?? 0) > 0 || keys.some(({ last_use }) => last_use !== null),
      to: '/request-log',
      search: { live: '1' },
      waits: keys.length === 0,
    },
    { id: 'endpoint', isDone: endpoints.length > 0, to: '/webhooks', search: { new: '1' } },
    {
      id: 'webhook',
      isDone: endpoints.some(({ last_success_at }) => last_success_at !== null),
      to: newest ? `/webhooks/${newest.id}` : '/webhooks',
      waits: !newest,
    },
  ];
}
