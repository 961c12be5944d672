import { describe, expect, test } from 'vitest';
import { functions } from '../../src/db/generated/tables.ts';
import { assertTenantBound } from '../../src/db/tenant-bound.ts';
import { useDatabase } from '../harness/use-database.ts';

const database = useDatabase();

describe('the functions of a statement', () => {
  test('are all known by the database, so that a new one needs a class', async () => {
    const { rows } = await database().pool.query<{ name: string; first: string }>(
      `select p.proname as name, coalesce(p.proargnames[1], '') as first from pg_proc p
       where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype`,
    );
    expect(functions).toEqual(Object.fromEntries(rows.map(({ name, first }) => [name, first])));
  });

  test('take this tenant first, if they work for one', () => {
    const ofTeam = Object.entries(functions).filter(([, first]) =>
      /^(of_tenant|team)$/.test(first),
    );
    expect(ofTeam.length).toBeGreaterThan(10);
    for (const [name] of ofTeam) {
      expect(() => assertTenantBound(`select ${name}($1, $2)`), name).not.toThrow();
      for (const first of ['', '$2', '$10', "$1 || '1'", 'of_tenant => $2', 't.id, $1']) {
        const text = `select ${name}(${first}) from tenant t where t.id = $1`;
        expect(() => assertTenantBound(text), text).toThrow('for another tenant');
      }
    }
  });

  test.each([
    'admit_calls($1)',
    'enqueue($1, $2)',
    'notify_readers($1)',
    'keep_events()',
    'unheard_of($1)',
    'unheard_of ($1)',
    'public.replayed_by_family($2, $3)',
    '"replayed_by_family"($2, $3)',
    "query_to_xml('select * from person', true, true, '')",
    'graphile_worker.complete_jobs($2)',
  ])('are refused, if they are not for a team: %s', (called) => {
    for (const text of [
      `select ${called}`,
      `select r.* from ${called} r`,
      `select m.id from member m where m.tenant_id = $1 and m.id in (select ${called})`,
      `with a as (select 1), b (x) as (select ${called}) select 1`,
    ]) {
      expect(() => assertTenantBound(text), text).toThrow('which is not known');
    }
  });

  test('are not confused with names that get columns', () => {
    const text = `with a (x) as (values (1)), b (y) as materialized (select 2)
      select r.n from unnest($2::text[]) with ordinality as r (id, n), unnest($3::text[]) s (id)
      where $1 = $1 and r.id in (s.id)`;
    expect(() => assertTenantBound(text)).not.toThrow();
  });
});
