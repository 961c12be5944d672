import { beforeAll, expect, test } from 'vitest';
import {
  insert,
  insertCatalogEntry,
  insertPolicy,
  insertTeamCatalogEntry,
} from '../harness/rows.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();

beforeAll(async () => {
  const entry = (id: string, dimension: 'situation' | 'role' | 'industry', row = {}) =>
    insertCatalogEntry(api(), id, dimension, row);
  await entry('sit_b', 'situation', { sort_key: 1, icon: 'coins' });
  await entry('sit_a', 'situation', { sort_key: 1 });
  await entry('sit_first', 'situation', { sort_key: 0, names: { de: 'Nur deutsch' } });
  await entry('sit_gone', 'situation', { archived_at: '2026-01-01T00:00:00Z' });
  await entry('rol_english', 'role', { names: { en: 'English only' } });
  await entry('ind_x', 'industry');
});

async function read(team: TestTeam, language?: string) {
  const headers = language === undefined ? {} : { 'accept-language': language };
  const response = await team.request('GET', '/catalog', { headers });
  expect(response.status).toBe(200);
  const body = response.body as unknown as Record<string, { id: string; name: string | null }[]>;
  const ids = (dimension: string) => body[dimension]?.map(({ id }) => id);
  const name = (id: string) =>
    Object.values(body)
      .flat()
      .find((found) => found.id === id)?.name;
  return { response, body, ids, name };
}

test('the catalog is five arrays, each defaulting to empty (spec, Catalog)', async () => {
  const { body } = await read(await makeTeam(api()), 'en');
  expect(body).toEqual({
    situation: [
      { id: 'sit_first', name: 'Nur deutsch', icon: null },
      { id: 'sit_a', name: 'sit_a (en)', icon: null },
      { id: 'sit_b', name: 'sit_b (en)', icon: 'coins' },
    ],
    personality: [],
    industry: [{ id: 'ind_x', name: 'ind_x (en)', icon: null }],
    role: [{ id: 'rol_english', name: 'English only', icon: null }],
    methodology: [],
  });
});

test('D137: order by sort key then id, archived omitted', async () => {
  const { ids } = await read(await makeTeam(api()));
  expect(ids('situation')).toEqual(['sit_first', 'sit_a', 'sit_b']);
});

test('D77, D137: label in the best language, else the de label, else null', async () => {
  const team = await makeTeam(api());
  const german = await read(team);
  expect([german.name('sit_a'), german.name('rol_english')]).toEqual(['sit_a (de)', null]);
  const english = await read(team, 'fr, en;q=0.5');
  expect([english.name('sit_a'), english.name('sit_first')]).toEqual(['sit_a (en)', 'Nur deutsch']);
  expect(english.name('rol_english')).toBe('English only');
  expect((await read(team, 'fr')).name('sit_a')).toBe('sit_a (de)');
});

test('D78: the answer names its language, and says that it varies by `Accept-Language`', async () => {
  const { response } = await read(await makeTeam(api()), 'en');
  expect(response.headers['content-language']).toBe('en');
  expect(response.headers.vary).toMatch(/accept-language/i);
});

test('"the catalog the team has released": own entries are in it, hidden and foreign entries are not', async () => {
  const team = await makeTeam(api());
  const other = await makeTeam(api());
  const own = await insertTeamCatalogEntry(team, 'situation', { sort_key: 5 });
  await insertTeamCatalogEntry(team, 'situation', { archived_at: '2026-01-01T00:00:00Z' });
  await insert(api(), 'catalog_hidden', { tenant_id: team.tenantId, entry_id: 'sit_a' });
  expect((await read(team)).ids('situation')).toEqual(['sit_first', 'sit_b', own]);
  expect((await read(other)).ids('situation')).toEqual(['sit_first', 'sit_a', 'sit_b']);
});

test('"limited to the effective policy of the team": allow keeps, block takes away, other dimensions stay', async () => {
  const team = await makeTeam(api());
  const allow = { dimension: 'situation', mode: 'allow' } as const;
  await insertPolicy(team, { ...allow, entry_ids: ['sit_a', 'sit_gone'] });
  await insertPolicy(team, { dimension: 'industry', mode: 'block', entry_ids: ['ind_x'] });
  const { ids } = await read(team);
  expect([ids('situation'), ids('industry'), ids('role')]).toEqual([
    ['sit_a'],
    [],
    ['rol_english'],
  ]);
});

test("a member's policy is not the team's", async () => {
  const team = await makeTeam(api());
  const block = { dimension: 'situation', mode: 'block', entry_ids: ['sit_a'] } as const;
  await insertPolicy(team, {
    ...block,
    entry_ids: [...block.entry_ids],
    member_id: team.owner.memberId,
  });
  expect((await read(team)).ids('situation')).toContain('sit_a');
});

test('the catalog needs catalog:read, takes no other parameters, and does not depend on member detail', async () => {
  const stranger = await makeTeam(api(), { scopes: ['analytics:read'] });
  const refused = await stranger.request('GET', '/catalog');
  expect([refused.status, refused.body.required_scope]).toEqual([403, 'catalog:read']);
  const team = await makeTeam(api(), { memberDetail: false });
  expect((await team.request('GET', '/catalog')).status).toBe(200);
  expect((await team.request('GET', '/catalog?lang=en')).status).toBe(422);
});
