import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../harness/rounds.ts';
import {
  insertAssignment,
  insertCase,
  insertDeal,
  insertObjection,
  insertScoredTraining,
} from '../harness/rows.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();

const ENOUGH = 2_000_000;

type ReadPage = { ids: string[]; bytes: number };

async function pagesOf(team: TestTeam, path: string, limit: number): Promise<ReadPage[]> {
  const pages: ReadPage[] = [];
  let cursor: string | null = '';
  const requested = `${path}${path.includes('?') ? '&' : '?'}limit=${limit}`;
  while (cursor !== null) {
    const response = await team.request('GET', `${requested}&cursor=${cursor}`);
    expect(response.status).toBe(200);
    const ids = response.body.data.map(({ id }) => id);
    pages.push({ ids, bytes: Buffer.byteLength(JSON.stringify(response.body.data)) });
    cursor = response.body.next_cursor;
    if (pages.length > 100) throw new Error('The pages go round in a circle');
  }
  return pages;
}

/** Requires that the pages neither miss nor repeat an entry, and that each ends exactly where it must. */
function expectPages(pages: ReadPage[], newestFirst: string[], about: Limits): void {
  expect(pages.flatMap(({ ids }) => ids)).toEqual(newestFirst);
  for (const [i, { ids, bytes }] of pages.entries()) {
    expect(ids.length).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(ENOUGH + about.largest);
    const isLast = i === pages.length - 1;
    expect(isLast || ids.length === about.limit || bytes >= ENOUGH).toBe(true);
  }
}

type Limits = { limit: number; largest: number };

const shake = (bytes: number) => createHash('shake256', { outputLength: bytes }).update('text');
const texts = new Map<number, string>();

/** A text that PostgreSQL cannot compress, as most texts. It would compress a repeated `x`. */
function textOf(bytes: number, isPacked: boolean): string {
  if (isPacked) return 'x'.repeat(bytes);
  const text = texts.get(bytes) ?? shake(bytes).digest('base64').slice(0, bytes);
  texts.set(bytes, text);
  return text;
}

const json = (bytes: number, isPacked = false) => JSON.stringify({ a: textOf(bytes, isPacked) });

type List = {
  path: string;
  count: number;
  make: (team: TestTeam, at: Date, i: number) => Promise<string>;
};

const training = (team: TestTeam, created_at: Date) =>
  insertScoredTraining(team, { created_at, external_ref: json(65_000) });

const lists: List[] = [
  { path: '/trainings', count: 70, make: training },
  {
    path: '/evaluations',
    count: 70,
    async make(team, created_at) {
      const id = await training(team, created_at);
      const saved = 'update evaluation set updated_at = $2 where training_id = $1';
      await api().sql.query(saved, [id, created_at]);
      return id;
    },
  },
  {
    path: '/evaluations?include=evaluation',
    count: 120,
    async make(team, at, i) {
      const id = await insertScoredTraining(team, { created_at: at });
      const advice = textOf(2000, i % 2 === 0);
      const tip = {
        issue: advice,
        moment: advice,
        principle: advice,
        rewrite: advice,
        impact: advice,
      };
      const saved = `update evaluation set updated_at = $2, tips = $3, strongest = $4, biggest_lever = $4
        where training_id = $1`;
      await api().sql.query(saved, [id, at, JSON.stringify(Array(5).fill(tip)), advice]);
      return id;
    },
  },
  {
    path: '/assignments',
    count: 160,
    // A character that takes six bytes in JSON.
    make: (team, created_at) => insertAssignment(team, { created_at, note: '\u0001'.repeat(5000) }),
  },
  {
    path: '/cases',
    count: 40,
    make: (team, created_at, i) => {
      const value = json(65_000, i % 2 === 0);
      return insertCase(team, { created_at, fields: value, external_ref: value });
    },
  },
  {
    path: '/crm/deals',
    count: 30,
    make: (team, created_at) => insertDeal(team, { created_at, title: textOf(150_000, false) }),
  },
  {
    path: '/crm/objections',
    count: 30,
    async make(team, created_at) {
      return insertObjection(team, await insertDeal(team), {
        created_at,
        text: textOf(150_000, true),
      });
    },
  },
];

async function fill(team: TestTeam, { make, count }: List): Promise<string[]> {
  const newestFirst: string[] = [];
  const now = api().clock.now().getTime();
  for (let i = 0; i < count; i++) {
    newestFirst.unshift(await make(team, new Date(now - 1_000_000 + i), i));
  }
  return newestFirst;
}

test.each(lists)(
  '$path: a page ends with the entry that reaches 2 MB, and the next page continues from there',
  async (list) => {
    const team = await makeTeam(api());
    const newestFirst = await fill(team, list);
    const pages = await pagesOf(team, list.path, 200);
    expect(pages.length).toBeGreaterThan(2);
    expectPages(pages, newestFirst, { limit: 200, largest: 200_000 });
  },
);

test('a single entry that is larger has a page of its own', async () => {
  const team = await makeTeam(api());
  const make = (owner: TestTeam, created_at: Date, i: number) =>
    insertDeal(owner, { created_at, title: textOf(i % 2 === 0 ? 2_100_000 : 10, i === 2) });
  const newestFirst = await fill(team, { path: '', count: 4, make });
  const pages = await pagesOf(team, '/crm/deals', 50);
  expect(pages.map(({ ids }) => ids.length)).toEqual([2, 2]);
  expect(pages.flatMap(({ ids }) => ids)).toEqual(newestFirst);
});

test('pages of entries of any size join to the whole list, whatever `limit` says', async () => {
  const size = fc.record({
    bytes: fc.constantFrom(10, 1_000, 20_000, 65_000),
    isPacked: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(size, { minLength: 1, maxLength: 60, size: 'max' }),
      fc.integer({ min: 1, max: 200 }),
      async (sizes, limit) => {
        const team = await makeTeam(api());
        const make = (owner: TestTeam, created_at: Date, i: number) => {
          const { bytes = 0, isPacked = false } = sizes[i] ?? {};
          const value = json(bytes, isPacked);
          return insertCase(owner, { created_at, fields: value, external_ref: value });
        };
        const newestFirst = await fill(team, { path: '/cases', count: sizes.length, make });
        const pages = await pagesOf(team, '/cases', limit);
        expectPages(pages, newestFirst, { limit, largest: 140_000 });
      },
    ),
    { numRuns: runs({ few: 3, all: 8 }), endOnFailure: true },
  );
});
