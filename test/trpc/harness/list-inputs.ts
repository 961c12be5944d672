import { randomUUID } from 'node:crypto';
import type { Browser } from '../../harness/app.ts';
import type { World } from '../../harness/world.ts';

const view = { name: 'Admins', path: '/members', filters: { role: 'admin' } };

/** A person has at most twenty views, and the tests make more. */
async function forgetViews({ team }: World): Promise<void> {
  await team.api.sql.query('delete from saved_view where tenant_id = $1', [team.tenantId]);
}

/** A view of the person who calls. */
async function aView(world: World, { app }: Browser): Promise<string> {
  await forgetViews(world);
  return (await app.savedViews.save.mutate(view)).id;
}

/** Inputs of lists, and of what goes through a list. */
export const listInputs = {
  'savedViews.list': () => ({}),
  'savedViews.save': async (world: World) => {
    await forgetViews(world);
    return view;
  },
  'savedViews.rename': async (world: World, browser: Browser) => {
    return { id: await aView(world, browser), name: 'Renamed' };
  },
  'savedViews.remove': async (world: World, browser: Browser) => {
    return { id: await aView(world, browser) };
  },
  'apiKeys.callerAddress': () => ({}),
  'members.inviteMany': () => ({ emails: [`${randomUUID()}@example.com`] }),
  'team.exportList': () => ({ list: 'members' }),
  'trainings.count': () => ({}),
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
