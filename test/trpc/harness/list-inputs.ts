import { randomUUID } from 'node:crypto';

/** Inputs of lists, and of what goes through a list. */
export const listInputs = {
  'apiKeys.callerAddress': () => ({}),
  'members.inviteMany': () => ({ emails: [`${randomUUID()}@example.com`] }),
  'team.exportList': () => ({ list: 'members' }),
  'assignments.find': () => ({}),
  'members.directory': () => ({}),
  'members.roles': () => ({}),
  'analytics.members': () => ({}),
  'analytics.series': () => ({}),
  'analytics.own': () => ({}),
  'trainings.listOwn': () => ({}),
  'assignments.listOwn': () => ({}),
  'cases.listOwn': () => ({}),
  'catalog.entries': () => ({}),
  'catalog.rules': () => ({}),
  'policies.list': () => ({}),
  'apiKeys.list': () => ({}),
};
