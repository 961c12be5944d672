import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { codeOf, errorOf, makeSession } from '../harness/app.ts';
import { auditOf, insert, insertTeamCatalogEntry } from '../harness/rows.ts';
import { makeTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { waitingBackends } from '../harness/waiting.ts';
import { globalIds, makeGlobalCatalog } from '../harness/world.ts';
import { type ArrangedTeam, arrangedTeam, names } from './harness/catalog.ts';

const api = useApi();
let ours: ArrangedTeam;

beforeAll(async () => {
  await makeGlobalCatalog(api());
  const pair = { personality_id: globalIds.personality, industry_id: globalIds.industry };
  await insert(api(), 'catalog_rule', { id: 'rul_global', ...pair, dimension: 'industry' });
});

beforeEach(async () => {
  ours = await arrangedTeam(api());
});

async function fill(count: number, archived_at: string | null = null): Promise<void> {
  await api().sql.query(
    `insert into team_catalog_entry (tenant_id, id, dimension, names, archived_at)
     select $1, 'cat_' || $1 || n, 'role', '{"de":"Voll","en":"Full"}', $3::timestamptz
     from generate_series(1, $2::integer) n`,
    [ours.team.tenantId, count, archived_at],
  );
}

describe('limits: 1,000 own entries are released at a time, and 5,000 in all', () => {
  test('one more entry is a conflict, whether it is new or released again', async () => {
    const { id } = await ours.add('role');
    await ours.app.catalog.release.mutate({ entry_ids: [id], released: false });
    await fill(999);
    const again = { entry_ids: [id], released: true };
    expect(await ours.app.catalog.release.mutate(again)).toEqual({ changed: 1 });
    expect(await codeOf(ours.add('role'))).toBe('conflict');
    await ours.app.catalog.release.mutate({ entry_ids: [id], released: false });
    expect((await ours.add('role')).released).toBe(true);
    expect(await codeOf(ours.app.catalog.release.mutate(again))).toBe('conflict');
    expect(await ours.shown('role')).toHaveLength(1_001);
    expect(await ours.entries()).toHaveLength(1_006);
  });

  test('withdrawn entries count among the 5,000', async () => {
    await fill(5_000, '2026-01-01T00:00:00Z');
    expect(await codeOf(ours.add('role'))).toBe('conflict');
    expect((await ours.entries()).length).toBeGreaterThan(5_000);
  });
});

describe('of two changes at the same moment, one takes the last place', () => {
  const withdrawn = '2026-01-01T00:00:00Z';
  const add: Change = (app) => app.catalog.addEntry.mutate({ dimension: 'role', names });

  test('among the 1,000 released entries: a new one and one released again', async () => {
    const { id } = await ours.add('role');
    const entry_ids = [id];
    await ours.app.catalog.release.mutate({ entry_ids, released: false });
    await fill(999);
    const again: Change = (app) => app.catalog.release.mutate({ entry_ids, released: true });
    expect(await together('team_catalog_entry', add, again)).toEqual(['conflict', 'ok']);
  });

  test('among the 5,000 entries', async () => {
    await fill(4_999, withdrawn);
    expect(await together('team_catalog_entry', add, add)).toEqual(['conflict', 'ok']);
  });

  test('among the 200 rules', async () => {
    await fillRules(199);
    const rule = ({ id: industry_id }: { id: string }): Change => {
      const situation_id = globalIds.situation;
      return (app) => app.catalog.addRule.mutate({ situation_id, industry_id });
    };
    const changes = [rule(await ours.add('industry')), rule(await ours.add('industry'))];
    expect(await together('team_catalog_rule', ...changes)).toEqual(['conflict', 'ok']);
  });
});

type Change = (app: ArrangedTeam['app']) => Promise<unknown>;

/**
 * Holds back writes to the table until both changes have counted, or wait for their turn to count. Each change comes from
 * a browser of its own, because one browser would send both together.
 */
async function together(table: string, ...changes: Change[]): Promise<string[]> {
  const senders = await Promise.all(
    changes.map(async (change) => {
      const { app } = await makeSession(ours.team, ours.admin);
      return () => codeOf(change(app));
    }),
  );
  const holder = await api().sql.connect();
  try {
    await holder.query('begin');
    await holder.query(`lock table ${table} in share mode`);
    const codes = senders.map((send) => send());
    await until('both to wait', async () => (await waitingBackends(api().sql)).length === 2);
    await holder.query('rollback');
    return (await Promise.all(codes)).sort();
  } finally {
    holder.release();
  }
}

async function fillRules(count: number): Promise<void> {
  await api().sql.query(
    `insert into team_catalog_rule
       (tenant_id, id, situation_id, industry_id, dimension, created_at)
     select $1, 'rul_' || n, 'sit_' || n, 'ind_1', 'industry', now()
     from generate_series(1, $2::integer) n`,
    [ours.team.tenantId, count],
  );
}

describe('a rule of the team', () => {
  const { situation: situation_id, personality: personality_id } = globalIds;

  test('refuses its combination for each recipient, until it is removed', async () => {
    const { id: own } = await ours.add('industry');
    const rule = { situation_id, industry_id: own };
    const { rule_id } = await ours.app.catalog.addRule.mutate(rule);
    const { status, body } = await ours.assign({ industry_id: own });
    expect([status, body.code, body.dimension]).toEqual([422, 'kombination_ungueltig', 'industry']);
    expect(await ours.app.catalog.rules.query({})).toMatchObject([
      { id: 'rul_global', own: false, dimension: 'industry' },
      {
        id: rule_id,
        own: true,
        dimension: 'industry',
        entries: [{ id: situation_id }, { id: own, dimension: 'industry', names }],
      },
    ]);
    api().clock.travel(1_000);
    expect(await ours.app.catalog.removeRule.mutate({ rule_id })).toEqual({ ok: true });
    expect((await ours.assign({ industry_id: own })).status).toBe(201);
    expect(await auditOf(ours.team, rule_id)).toMatchObject([
      { action: 'catalog_rule.added', changes: rule },
      { action: 'catalog_rule.removed' },
    ]);
  });

  test('of another team has no effect here', async () => {
    const other = await makeTeam(api());
    const { app } = await makeSession(other, other.owner);
    const { id: own } = await ours.add('industry');
    const { rule_id } = await ours.app.catalog.addRule.mutate({
      situation_id,
      industry_id: own,
    });
    const theirs = await app.catalog.rules.query({});
    expect(theirs.map(({ id }) => id)).toEqual(['rul_global']);
    for (const id of [rule_id, 'rul_global', 'rul_nothing']) {
      expect(await codeOf(app.catalog.removeRule.mutate({ rule_id: id }))).toBe('not_found');
    }
    await app.catalog.addRule.mutate({ situation_id, personality_id });
    expect((await ours.assign({ industry_id: own, personality_id })).body.dimension).toBe(
      'industry',
    );
  });

  test('names entries of at least two dimensions, each of its own dimension', async () => {
    const make = (rule: object) => errorOf(ours.app.catalog.addRule.mutate(rule));
    expect(await make({ situation_id })).toMatchObject({ code: 'validation_error' });
    expect(await make({ situation_id, industry_id: null })).toMatchObject({
      code: 'validation_error',
    });
    const foreign = await insertTeamCatalogEntry(await makeTeam(api()), 'industry');
    for (const id of [foreign, 'ind_nothing', personality_id]) {
      const refused = await make({ situation_id, industry_id: id });
      expect(refused).toMatchObject({ code: 'validation_error', field: 'industry_id' });
    }
  });

  test('exists once, even if two admins add it at the same time; a team has at most 200', async () => {
    const rule = { situation_id, personality_id };
    const codes = await Promise.all(
      Array.from({ length: 6 }, async (_, i) => {
        const { app } = await makeSession(ours.team, i % 2 ? ours.admin : ours.team.owner);
        return codeOf(app.catalog.addRule.mutate(rule));
      }),
    );
    expect(codes.sort()).toEqual([...Array(5).fill('conflict'), 'ok']);
    await fillRules(199);
    const { id } = await ours.add('industry');
    const next = { situation_id, industry_id: id };
    expect(await codeOf(ours.app.catalog.addRule.mutate(next))).toBe('conflict');
  });
});
