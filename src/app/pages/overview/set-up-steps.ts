import type { Overview } from './use-overview.ts';

type StepId = 'members' | 'key' | 'request' | 'endpoint' | 'webhook';
export type Step = {
  id: StepId;
  isDone: boolean;
  to: string;
  search?: Record<string, string>;
  /** True while an earlier step has not made what this step needs. */
  waits?: boolean;
};

/** The steps of a new team up to a first request and a first webhook, in order. */
export function setUpSteps(overview: Overview): Step[] {
  const { members, invited, expired, keys, usage, endpoints, hasInterfaces } = overview;
  const invite: Step = {
    id: 'members',
    isDone: members.length > 1 || invited.length + expired.length > 0,
    to: '/members',
    search: { invite: '1' },
  };
  if (!hasInterfaces) return [invite];
  const [newest] = endpoints;
  return [
    invite,
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
