import type { TestApi } from '../../harness/api.ts';
import { makeSession } from '../../harness/app.ts';
import { makeTeam } from '../../harness/team.ts';
import { globalIds } from '../../harness/world.ts';

export const names = { de: 'Größeres Übergabegespräch', en: 'Larger handover' };

type Shown = { id: string; name: string | null; icon: string | null };
type Ids = { situation_id?: string; industry_id?: string; personality_id?: string };

/** A team whose admin arranges its catalog, and what members and the public API see of that. */
export async function arrangedTeam(api: TestApi) {
  const team = await makeTeam(api, { rateLimit: 100_000 });
  const admin = await team.addMember({ role: 'admin' });
  const browser = await makeSession(team, admin);
  const { app } = browser;
  const add = (dimension: 'situation' | 'industry' | 'role' = 'situation', more: object = {}) =>
    app.catalog.addEntry.mutate({ dimension, names, ...more });

  async function shown(dimension: string, language = 'de'): Promise<Shown[]> {
    const headers = { 'accept-language': language };
    const { body } = await team.request('GET', '/catalog', { headers });
    return (body as unknown as Record<string, Shown[]>)[dimension] ?? [];
  }

  function assign(ids: Ids) {
    const { situation, personality, industry } = globalIds;
    const all = { situation_id: situation, personality_id: personality, industry_id: industry };
    const body = { member_id: admin.memberId, title: 'A task', ...all, ...ids };
    return team.request('POST', '/assignments', { body });
  }

  return { team, admin, app, add, shown, assign, entries: () => app.catalog.entries.query({}) };
}

export type ArrangedTeam = Awaited<ReturnType<typeof arrangedTeam>>;
