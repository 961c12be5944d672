import { createSecretKey } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { encodeCursor } from '../../src/db/pages/cursor.ts';
import { routes } from '../../src/rest/routes.ts';
import { runs } from '../harness/rounds.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { filtersOf, filterValues, lists, pathOf } from './harness/lists.ts';

const api = useApi();

/** A time before now, in milliseconds. Several rows of one moment are ordered by id. */
const ago = (ms: number) => new Date(api().clock.now().getTime() - ms);

const url = (path: string, parameters: Record<string, string | number>) => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) query.set(name, String(value));
  return `${path}?${query}`;
};

async function readAll(
  team: TestTeam,
  list: (typeof lists)[number],
  limit: number,
  between: () => Promise<void> = async () => undefined,
): Promise<string[]> {
  const path = await pathOf(list, team);
  const ids: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const parameters = { limit, ...(cursor ? { cursor } : {}) };
    const response = await team.request('GET', url(path, parameters));
    expect(response.status).toBe(200);
    ids.push(...response.body.data.map(({ id }) => id));
    if (ids.length > 300) throw new Error('The pages go round in a circle');
    cursor = response.body.next_cursor;
    await between();
  }
  return ids;
}

test('this file tests every route of a list', () => {
  // The feed has no end, so it has another envelope (D178).
  const paged = routes.filter(
    ({ input, template }) => 'cursor' in input.shape && !['/changes', '/events'].includes(template),
  );
  expect(paged.map(({ template }) => template).sort()).toEqual(lists.map((l) => l.path).sort());
});

describe.each(lists)('$path', (list) => {
  const { path, make, table } = list;
  let team: TestTeam;
  let newestFirst: string[];

  beforeAll(async () => {
    team = await makeTeam(api());
    const made: { id: string; at: number }[] = [];
    for (let i = 0; i < 7; i++) {
      // Two rows share each moment, so that the id decides between them (D65).
      const at = ago(1_000_000 - Math.floor(i / 2) * 1000);
      made.push({ id: await make(team, at), at: at.getTime() });
    }
    newestFirst = made.sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1)).map(({ id }) => id);
  });

  const kept = (ids: string[]) => ids.filter((id) => newestFirst.includes(id));

  test('D65: newest first, by time and then id', async () => {
    expect(kept(await readAll(team, list, 200))).toEqual(newestFirst);
  });

  test('D68: pages of every size join to the whole list, and the last page has next_cursor null', async () => {
    const whole = await readAll(team, list, 200);
    for (const limit of [1, 2, 3, whole.length - 1, whole.length, whole.length + 1]) {
      expect(await readAll(team, list, limit)).toEqual(whole);
    }
    const exact = await team.request('GET', url(await pathOf(list, team), { limit: whole.length }));
    expect(exact.body.next_cursor).toBeNull();
  });

  test('D63, D64: limit is an integer from 1 to 200, else 422', async () => {
    const listPath = await pathOf(list, team);
    for (const limit of ['1', '200', '050', '0200']) {
      expect((await team.request('GET', url(listPath, { limit }))).status).toBe(200);
    }
    for (const limit of ['0', '201', '-1', '1.0', '1e1', ' 1', '+1', '0x1', '00001', 'ten', '١']) {
      const response = await team.request('GET', url(listPath, { limit }));
      expect([limit, response.status]).toEqual([limit, 422]);
      expect(response.body.errors).toEqual([
        expect.objectContaining({ in: 'query', pointer: '/limit' }),
      ]);
    }
  });

  const cursorOf = async (team: TestTeam, query: Record<string, string | number> = {}) => {
    const response = await team.request(
      'GET',
      url(await pathOf(list, team), { limit: 2, ...query }),
    );
    return String(response.body.next_cursor);
  };
  const statusOf = async (
    team: TestTeam,
    query: Record<string, string | number>,
    listed = list,
  ) => {
    const response = await team.request('GET', url(await pathOf(listed, team), query));
    if (response.status === 422) {
      // All wrong cursors get the same answer (D67).
      expect(response.body.errors).toEqual([
        {
          in: 'query',
          pointer: '/cursor',
          code: 'invalid_cursor',
          detail: 'Not a cursor of this list with these filters.',
        },
      ]);
    }
    return response.status;
  };

  test('D67: a changed limit is accepted', async () => {
    const cursor = await cursorOf(team);
    expect(await statusOf(team, { cursor, limit: 5 })).toBe(200);
  });

  test('D67: a cursor that is changed in any bit, cut or lengthened gets 422', async () => {
    const cursor = await cursorOf(team);
    const bytes = Buffer.from(cursor, 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 5) {
      const changed = Buffer.from(bytes);
      const byte = bit >> 3;
      changed[byte] = (changed[byte] ?? 0) ^ (1 << (bit & 7));
      expect(await statusOf(team, { cursor: changed.toString('base64url') })).toBe(422);
    }
    const others = ['x', cursor.slice(0, -1), `${cursor}A`, `${cursor}=`, 'A'.repeat(5000)];
    for (const other of others) expect(await statusOf(team, { cursor: other })).toBe(422);
  });

  test('D67: a cursor of a foreign tenant or another route gets 422, like a made-up cursor', async () => {
    const other = await makeTeam(api());
    expect(await statusOf(other, { cursor: await cursorOf(team) })).toBe(422);
    for (const elsewhere of lists.filter((list) => list.path !== path)) {
      expect(await statusOf(team, { cursor: await cursorOf(team) }, elsewhere)).toBe(422);
    }
    const forged = encodeCursor(
      { route: path, tenant: team.tenantId, filters: {}, at: 'x', id: 'y' },
      createSecretKey(Buffer.alloc(32)),
    );
    expect(await statusOf(team, { cursor: forged })).toBe(422);
  });

  const filters = filtersOf(path);
  const valuesOf = async (name: string) => {
    const values = await filterValues[name]?.(team);
    if (!values) throw new Error(`Say in filterValues what ${name} may be`);
    return values;
  };

  for (const name of filters) {
    test(`D67: with ${name} changed, added or left out: 422`, async () => {
      const [value, other] = await valuesOf(name);
      const filtered = await cursorOf(team, { [name]: value });
      expect(filtered).not.toBe('null');
      expect(await statusOf(team, { cursor: filtered, [name]: value })).toBe(200);
      expect(await statusOf(team, { cursor: filtered, [name]: other })).toBe(422);
      expect(await statusOf(team, { cursor: filtered })).toBe(422);
      expect(await statusOf(team, { cursor: await cursorOf(team), [name]: value })).toBe(422);
      for (const another of filters.filter((one) => one !== name)) {
        const [instead] = await valuesOf(another);
        expect(await statusOf(team, { cursor: filtered, [another]: instead })).toBe(422);
        const both = { cursor: filtered, [name]: value, [another]: instead };
        expect(await statusOf(team, both)).toBe(422);
      }
    });
  }

  test('D66: a cursor survives the deletion of its anchor row', async () => {
    const team = await makeTeam(api());
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) ids.unshift(await make(team, ago(1000 * (100 - i))));
    const listPath = await pathOf(list, team);
    const first = await team.request('GET', url(listPath, { limit: 3 }));
    const shown = first.body.data.map(({ id }) => id);
    await remove(team, table, shown.at(-1) ?? '');
    const next = await team.request(
      'GET',
      url(listPath, { limit: 200, cursor: String(first.body.next_cursor) }),
    );
    const rest = next.body.data.map(({ id }) => id).filter((id) => ids.includes(id));
    expect(rest).toEqual(ids.filter((id) => !shown.includes(id)));
  });

  test('rows that stay are neither missed nor repeated while others come and go', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 4, maxLength: 9 }),
        fc.array(fc.record({ add: fc.boolean(), at: fc.integer({ min: 0, max: 12 }) }), {
          maxLength: 12,
        }),
        async (limit, moments, changes) => {
          const team = await makeTeam(api());
          const at = (moment: number) => ago(500_000 - moment * 1000);
          const staying = new Set<string>();
          for (const moment of moments) staying.add(await make(team, at(moment)));
          const passing: string[] = [];
          const queue = [...changes];
          for (const moment of moments) passing.push(await make(team, at(moment)));
          const change = async () => {
            for (const { add, at: moment } of queue.splice(0, 3)) {
              if (add) passing.push(await make(team, at(moment)));
              else await remove(team, table, passing.shift() ?? '');
            }
          };
          const seen = await readAll(team, list, limit, change);
          expect(new Set(seen).size).toBe(seen.length);
          expect(new Set(seen.filter((id) => staying.has(id)))).toEqual(staying);
        },
      ),
      { numRuns: runs({ few: 2, all: 8 }) },
    );
  });
});

async function remove(team: TestTeam, table: string, id: string): Promise<void> {
  await api().sql.query(`delete from ${table} where tenant_id = $1 and id = $2`, [
    team.tenantId,
    id,
  ]);
}
