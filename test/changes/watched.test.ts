import { beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '../../src/auth/actor.ts';
import { Privacy } from '../../src/auth/privacy.ts';
import { changedTypes } from '../../src/features/changes/changed-types.ts';
import { type ChangedType, typeNames } from '../../src/features/changes/changes.schema.ts';
import { insertCase } from '../harness/rows.ts';
import { useApi } from '../harness/use-api.ts';
import { makeGlobalCatalog, makeWorld, type World } from '../harness/world.ts';
import { Copy } from './harness/copy.ts';

const api = useApi();
let world: World;

beforeAll(async () => {
  await makeGlobalCatalog(api());
  world = await makeWorld(api());
  await new Copy(world.team).follow();
});

const actor = { privacy: Privacy.hidesNothing } as Actor;

type Plan = { Plans?: Plan[]; 'Relation Name'?: string; Alias?: string; [key: string]: unknown };

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** The columns from which PostgreSQL makes the object of a list, as `table.column`. */
async function columnsRead(type: ChangedType): Promise<string[]> {
  const { from, where, shape } = changedTypes[type];
  // With a second relation PostgreSQL writes each column with its table.
  const select = `select ${shape(actor)} from (values (random())) z (z) cross join ${from} where z.z < 2 and ${where.join(' and ')}`;
  const { rows } = await api().sql.query(
    `explain (verbose, format json) ${select.replaceAll('$1', `'${world.team.tenantId}'`)}`,
  );
  const nodes = nodesOf(rows[0]['QUERY PLAN'][0].Plan);
  const tables = new Map(nodes.map((node) => [node.Alias, node['Relation Name']]));
  const conditions = nodes.map((node) => [node.Filter, node['Index Cond'], node['Join Filter']]);
  const words = JSON.stringify([nodes[0]?.Output, ...conditions]);
  const named = [...words.matchAll(/\b([a-z]\w*)\.([a-z_]+)\b/g)].flatMap(([, alias, column]) => {
    const table = tables.get(alias);
    return table ? [`${table}.${column}`] : [];
  });
  return [...new Set(named)].sort();
}

/** What finds a row never changes, and a new `synced_at` alone is no change (D188). */
const keys = /\.(?:tenant_id|id|member_id|training_id|synced_at)$/;

/** The row of each table that the world has, and which object shows it. */
const rowsOf = (): Record<string, string> => ({
  member: `id = '${world.memberId}'`,
  assignment: `id = '${world.assignment}'`,
  training: `id = '${world.scored}'`,
  evaluation: `training_id = '${world.scored}'`,
  team_case: `id = '${world.teamCase}'`,
  crm_deal: `id = '${world.deal}'`,
  crm_objection: `id = '${world.objection}'`,
});

const objectOf = (): Record<ChangedType, string> => ({
  member: world.memberId,
  deal: world.deal,
  objection: world.objection,
  assignment: world.assignment,
  case: world.teamCase,
  training: world.scored,
  evaluation: world.scored,
});

/** Other values of columns that take only some. */
const others: Record<string, string> = {
  'member.role': `'admin'`,
  'member.status': `'removed', removed_at = now()`,
  'assignment.status': `'done'`,
  'training.status': `'aborted'`,
  'training.source': `'api'`,
  'training.assignment_id': `'${''}'`,
  'team_case.visibility': `'private'`,
  'crm_objection.deal_id': 'deal_id',
};

function otherValue(column: string, type: string): string {
  const name = column.split('.')[1];
  if (others[column] !== undefined) return others[column];
  if (/^(json|jsonb)$/.test(type)) return name === 'tips' ? `'[{"a":1}]'` : `'{"other":1}'`;
  if (type.startsWith('timestamp')) return `coalesce(${name}, now()) + interval '1 day'`;
  if (type === 'date') return `coalesce(${name}, current_date) + 1`;
  if (/int|numeric|double/.test(type)) return `coalesce(${name}, 0) + 1`;
  return `coalesce(${name}, '') || 'x'`;
}

/** What an update of the row notes. */
async function notedBy(table: string, set: string): Promise<string[]> {
  const client = await api().sql.connect();
  try {
    await client.query('begin; set local session_replication_role = origin');
    await client.query(`update ${table} set ${set} where tenant_id = $1 and ${rowsOf()[table]}`, [
      world.team.tenantId,
    ]);
    await client.query('delete from changed_object where tenant_id = $1', [world.team.tenantId]);
    await client.query('select place_changes($1, now(), false)', [world.team.tenantId]);
    const { rows } = await client.query(
      `select type || ' ' || id as noted from changed_object where tenant_id = $1`,
      [world.team.tenantId],
    );
    return rows.map(({ noted }) => noted).sort();
  } finally {
    await client.query('rollback');
    client.release();
  }
}

async function typeOf(column: string): Promise<string> {
  const [table, name] = column.split('.');
  const { rows } = await api().sql.query(
    'select data_type from information_schema.columns where table_name = $1 and column_name = $2',
    [table, name],
  );
  return rows[0].data_type;
}

describe.each(typeNames)('%s', (type) => {
  test('D188: each column that its public shape reads is watched', async () => {
    const columns = (await columnsRead(type)).filter((column) => !keys.test(column));
    expect(columns.length).toBeGreaterThan(4);
    for (const column of columns) {
      const [table = '', name = ''] = column.split('.');
      const value = otherValue(column, await typeOf(column));
      if (value === name || value === `''`) continue;
      const noted = await notedBy(table, `${name} = ${value}`);
      const wanted =
        column === 'member.status' && type !== 'member'
          ? [`removal ${world.memberId}`]
          : [`${type} ${objectOf()[type]}`];
      expect(noted, `${type}: ${column}`).toEqual(expect.arrayContaining(wanted));
    }
  });

  test('D183: it depends on its own tables alone: no time, no language, no catalog and no policy', async () => {
    const { from, where, shape } = changedTypes[type];
    const text = [shape(actor), from, ...where].join(' ');
    expect(text).not.toMatch(/\bnow\(|current_|clock_timestamp|\$[2-9]/);
    const tables = new Set((await columnsRead(type)).map((column) => column.split('.')[0]));
    for (const table of tables) expect(Object.keys(rowsOf())).toContain(table);
  });
});

test('D188: a write that changes no answer notes nothing', async () => {
  for (const [table, set] of [
    ['crm_deal', `synced_at = now(), pass = pass + 1, changed_at = now()`],
    ['crm_objection', 'pass = pass + 1'],
    ['member', `lang = 'en', rights = '{}', invited_at = now()`],
    ['assignment', 'updated_at = now(), title = title'],
    ['team_case', 'updated_at = now()'],
    ['training', 'status = status'],
    ['evaluation', 'created_at = now()'],
  ] as const) {
    expect(await notedBy(table, set), table).toEqual([]);
  }
});

test('D188: a case that becomes a team case is told, and one that is none any more is deleted', async () => {
  const { team, memberId: member_id } = world;
  const id = await insertCase(team, { member_id, visibility: 'private' });
  const copy = new Copy(team, ['case']);
  await copy.follow();
  for (const [visibility, change] of [
    ['team', 'changed'],
    ['private', 'deleted'],
  ]) {
    await api().sql.query('update team_case set visibility = $2 where id = $1', [id, visibility]);
    expect(await copy.follow()).toMatchObject([{ type: 'case', id, change }]);
    await copy.expectWhole();
  }
});

test('D184: each of the many objects that one statement changes is told', async () => {
  const { team } = world;
  const copy = new Copy(team, ['training']);
  await copy.follow();
  const before = Object.keys(copy.objects).length;
  await api().sql.query(
    `insert into training (tenant_id, id, member_id, status, source, created_at)
     select tenant_id, 'trn_many_' || n, member_id, status, source, created_at
     from training cross join generate_series(1, 130) n where tenant_id = $1 and id = $2`,
    [team.tenantId, world.training],
  );
  expect(await copy.follow()).toHaveLength(130);
  await api().sql.query(
    `update training set duration_s = coalesce(duration_s, 0) + 1 where tenant_id = $1 and id like 'trn_many_%'`,
    [team.tenantId],
  );
  expect(await copy.follow()).toHaveLength(130);
  await copy.expectWhole();
  await api().sql.query(`delete from training where tenant_id = $1 and id like 'trn_many_%'`, [
    team.tenantId,
  ]);
  expect(await copy.follow()).toHaveLength(130);
  expect(Object.keys(copy.objects)).toHaveLength(before);
});

test('without a reader nothing is noted', async () => {
  const unread = await makeWorld(api());
  await unread.team.request('PATCH', `/assignments/${unread.assignment}`, { body: { note: 'x' } });
  const { rows } = await api().sql.query('select from change_note where tenant_id = $1', [
    unread.team.tenantId,
  ]);
  expect(rows).toEqual([]);
});
