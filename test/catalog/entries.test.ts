import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { codeOf, errorOf, makeSession } from '../harness/app.ts';
import {
  auditOf,
  insertAssignment,
  insertCatalogEntry,
  insertPolicy,
  insertTeamCatalogEntry,
} from '../harness/rows.ts';
import { makeTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { globalIds, makeGlobalCatalog } from '../harness/world.ts';
import { type ArrangedTeam, arrangedTeam, names } from './harness/catalog.ts';

const api = useApi();
let ours: ArrangedTeam;

beforeAll(async () => {
  await makeGlobalCatalog(api());
  await insertCatalogEntry(api(), 'sit_gone', 'situation', { archived_at: '2026-01-01T00:00:00Z' });
});

beforeEach(async () => {
  ours = await arrangedTeam(api());
});

test('an admin sees the entries of all teams and of the own team, released or not, in the order of the catalog', async () => {
  const early = await ours.add('situation', { sort_key: 0, icon: 'hand-shake' });
  const late = await ours.add('situation');
  const own = { dimension: 'situation', own: true, names, discontinued: false, released: true };
  const global = { dimension: 'situation', own: false, version: null, icon: null, sort_key: 0 };
  const seen = await ours.app.catalog.entries.query({ dimension: 'situation' });
  expect(seen).toMatchObject([
    { ...own, id: early.id, icon: 'hand-shake' },
    { ...global, id: 'sit_gone', released: false, discontinued: true },
    {
      ...global,
      id: globalIds.situation,
      released: true,
      discontinued: false,
      names: { de: `${globalIds.situation} (de)`, en: `${globalIds.situation} (en)` },
    },
    { ...own, id: late.id, icon: null, sort_key: 1_000 },
  ]);
  const dimensions = (await ours.entries()).map(({ dimension }) => dimension);
  expect([...new Set(dimensions)]).toEqual([
    'situation',
    'personality',
    'industry',
    'role',
    'methodology',
  ]);
});

describe('an entry of the team’s own', () => {
  test('is in GET /catalog at once, in both languages, and can be assigned', async () => {
    const { id } = await ours.add('industry', { icon: 'factory' });
    expect(await ours.shown('industry')).toContainEqual({ id, name: names.de, icon: 'factory' });
    expect(await ours.shown('industry', 'en')).toContainEqual({
      id,
      name: names.en,
      icon: 'factory',
    });
    expect((await ours.assign({ industry_id: id })).status).toBe(201);
    expect(await auditOf(ours.team, id)).toMatchObject([
      { action: 'catalog_entry.added', changes: { dimension: 'industry', names } },
    ]);
  });

  test('can get new labels, and keeps its id', async () => {
    const { id: entry_id, version } = await ours.add();
    const changed = { de: 'Ärgerlich', en: 'Annoying' };
    const edit = { entry_id, version: version ?? '', names: changed, icon: 'x' };
    api().clock.travel(1_000);
    const after = await ours.app.catalog.changeEntry.mutate(edit);
    expect(after).toMatchObject({ id: entry_id, names: changed, icon: 'x', sort_key: 1_000 });
    expect(await ours.shown('situation')).toContainEqual({
      id: entry_id,
      name: 'Ärgerlich',
      icon: 'x',
    });
    const same = { ...edit, version: after.version ?? '' };
    expect(await ours.app.catalog.changeEntry.mutate(same)).toEqual(after);
    expect(await auditOf(ours.team, entry_id)).toMatchObject([
      { action: 'catalog_entry.added' },
      { action: 'catalog_entry.changed', changes: { names: changed, icon: 'x' } },
    ]);
    const other = { entry_id, version: version ?? '', sort_key: 5 };
    const { changes } = await errorOf(ours.app.catalog.changeEntry.mutate(other));
    const by = { kind: 'user', id: ours.admin.memberId };
    expect(changes?.map(({ field }) => field)).toEqual(['icon', 'names']);
    expect(changes?.[0]?.by).toEqual(by);
  });

  test.each([
    ['place', (n: number) => ({ sort_key: n })],
    ['labels', (n: number) => ({ names: { de: `Übergabe ${n}`, en: names.en } })],
    ['icon', (n: number) => ({ icon: `icon-${n}` })],
  ])(
    'is changed once if ten edits of one version come at the same time: the %s',
    async (_, change) => {
      const { id: entry_id, version } = await ours.add();
      const codes = await Promise.all(
        Array.from({ length: 10 }, async (_, n) => {
          const { app } = await makeSession(ours.team, n % 2 ? ours.admin : ours.team.owner);
          const edit = { entry_id, version: version ?? '', ...change(n) };
          return codeOf(app.catalog.changeEntry.mutate(edit));
        }),
      );
      expect(codes.sort()).toEqual(['ok', ...Array(9).fill('stale')]);
    },
  );

  test.each([
    ['a label in one language alone', { names: { de: 'Nur deutsch' } }],
    ['a blank label', { names: { de: ' ', en: 'Blank' } }],
    ['a label of 121 characters', { names: { de: 'ä'.repeat(121), en: 'long' } }],
    ['a label of two lines', { names: { de: 'a\nb', en: 'lines' } }],
    ['a further language', { names: { ...names, fr: 'Entretien' } }],
    ['an icon that is no name', { icon: '<svg>' }],
    ['a negative place', { sort_key: -1 }],
    ['a dimension that there is not', { dimension: 'weather' }],
  ])('is refused with %s', async (_, wrong) => {
    expect(await codeOf(ours.add('situation', wrong))).toBe('validation_error');
  });

  test('of 120 characters with umlauts and emoji is stored unchanged', async () => {
    const long = { de: '🤝ß'.repeat(60), en: 'ö'.repeat(120) };
    expect((await ours.add('role', { names: long })).names).toEqual(long);
  });

  test('of all teams, or of another team, is not changed', async () => {
    const { version } = await ours.add();
    const foreign = await insertTeamCatalogEntry(await makeTeam(api()), 'situation');
    for (const entry_id of [globalIds.situation, foreign, 'cat_nothing']) {
      const edit = { entry_id, version: version ?? '', icon: 'x' };
      expect(await codeOf(ours.app.catalog.changeEntry.mutate(edit))).toBe('not_found');
    }
  });

  test('without a label in a language gets one by an edit', async () => {
    const id = await insertTeamCatalogEntry(ours.team, 'role', { names: { de: 'Eigenes' } });
    const seen = (await ours.entries()).find((entry) => entry.id === id);
    expect(seen?.names).toEqual({ de: 'Eigenes', en: null });
    const edit = { entry_id: id, version: seen?.version ?? '', names };
    expect((await ours.app.catalog.changeEntry.mutate(edit)).names).toEqual(names);
  });
});

describe('entries that are withdrawn', () => {
  const release = (entry_ids: string[], released: boolean) =>
    ours.app.catalog.release.mutate({ entry_ids, released });

  test('are neither in GET /catalog nor assignable until they are released again, global and own alike', async () => {
    const { id } = await ours.add();
    const ids = [globalIds.situation, id];
    expect(await release([...ids, id], false)).toEqual({ changed: 2 });
    expect(await ours.shown('situation')).toEqual([]);
    for (const situation_id of ids) {
      const { status, body } = await ours.assign({ situation_id });
      expect([status, body.code, body.id]).toEqual([422, 'kombination_ungueltig', situation_id]);
    }
    const seen = (await ours.entries()).filter((entry) => ids.includes(entry.id));
    expect(seen.map(({ released }) => released)).toEqual([false, false]);
    expect(await release(ids, false)).toEqual({ changed: 0 });
    api().clock.travel(1_000);
    expect(await release(ids, true)).toEqual({ changed: 2 });
    expect((await ours.shown('situation')).map((entry) => entry.id)).toEqual(ids);
    const other = await makeTeam(api());
    expect((await other.request('GET', '/catalog')).status).toBe(200);
    const log = (await auditOf(ours.team, ours.team.tenantId)).filter(({ action }) =>
      action.startsWith('catalog'),
    );
    expect(log).toEqual(
      ['catalog_entry.withdrawn', 'catalog_entry.released'].map((action) => ({
        action,
        changes: { entry_ids: ids },
      })),
    );
  });

  test('stay withdrawn when others are released, and stay released when others are withdrawn', async () => {
    const other = await arrangedTeam(api());
    const theirs = (await other.add()).id;
    await other.app.catalog.release.mutate({
      entry_ids: [theirs, globalIds.situation],
      released: false,
    });
    const { situation, personality, industry } = globalIds;
    const own = [(await ours.add()).id, (await ours.add()).id, (await ours.add()).id] as const;
    const all = [...own, situation, personality, industry];
    const released = async (owner: ArrangedTeam, ids: readonly string[]) =>
      (await owner.entries())
        .filter((one) => one.released && ids.includes(one.id))
        .map(({ id }) => id);
    await release([own[0], own[1], situation, personality], false);
    expect(new Set(await released(ours, all))).toEqual(new Set([own[2], industry]));
    expect(await release([own[0]], true)).toEqual({ changed: 1 });
    expect(new Set(await released(ours, all))).toEqual(new Set([own[0], own[2], industry]));
    expect(await release([personality], true)).toEqual({ changed: 1 });
    expect(new Set(await released(ours, all))).toEqual(
      new Set([own[0], own[2], personality, industry]),
    );
    expect(await released(other, [theirs, situation])).toEqual([]);
  });

  test('stay in the assignments, policies and rules that name them', async () => {
    const { id } = await ours.add();
    const assigned = await insertAssignment(ours.team, { situation_id: id });
    await insertAssignment(ours.team, { situation_id: id, status: 'done' });
    await insertPolicy(ours.team, { dimension: 'situation', mode: 'allow', entry_ids: [id] });
    const rule = { situation_id: id, industry_id: globalIds.industry };
    await ours.app.catalog.addRule.mutate(rule);
    const use = { open_assignments: 1, policies: 1, rules: 1 };
    expect(await ours.app.catalog.entryUse.query({ entry_id: id })).toEqual(use);
    const before = (await ours.team.request('GET', `/assignments/${assigned}`)).body;
    await release([id], false);
    expect(await ours.app.catalog.entryUse.query({ entry_id: id })).toEqual(use);
    expect((await ours.team.request('GET', `/assignments/${assigned}`)).body).toEqual(before);
    const { version } = await ours.app.assignments.get.query({ assignment_id: assigned });
    const done = { assignment_id: assigned, version, status: 'done' as const };
    await ours.app.assignments.change.mutate(done);
  });

  test('are withdrawn all or none: one id that the team does not have refuses the call', async () => {
    const { id } = await ours.add();
    const foreign = await insertTeamCatalogEntry(await makeTeam(api()), 'situation');
    for (const unknown of [foreign, 'cat_nothing']) {
      const refused = await errorOf(release([id, unknown], false));
      expect(refused).toMatchObject({ code: 'validation_error', field: 'entry_ids' });
      expect(await codeOf(ours.app.catalog.entryUse.query({ entry_id: unknown }))).toBe(
        'not_found',
      );
    }
    expect((await ours.shown('situation')).map((entry) => entry.id)).toContain(id);
  });

  test('by two admins at once are withdrawn once, and neither call fails', async () => {
    const own = await Promise.all(Array.from({ length: 5 }, () => ours.add()));
    const ids = [...own.map(({ id }) => id), globalIds.situation, globalIds.industry];
    const codes = await Promise.all(
      Array.from({ length: 8 }, async (_, i) => {
        const { app } = await makeSession(ours.team, i % 2 ? ours.admin : ours.team.owner);
        const entry_ids = i % 2 ? ids : ids.toReversed();
        return codeOf(app.catalog.release.mutate({ entry_ids, released: false }));
      }),
    );
    expect(codes).toEqual(Array(8).fill('ok'));
    expect(await ours.shown('situation')).toEqual([]);
  });

  test('by the product cannot be released', async () => {
    await release(['sit_gone'], true);
    expect((await ours.shown('situation')).map(({ id }) => id)).toEqual([globalIds.situation]);
  });
});
