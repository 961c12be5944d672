import { expect } from 'vitest';
import { type ChangedType, typeNames } from '../../../src/features/changes/changes.schema.ts';
import type { ApiResponse } from '../../harness/response.ts';
import type { TestTeam } from '../../harness/team.ts';

export type Change = {
  type: ChangedType;
  id: string;
  member_id: string | null;
  change: string;
  object: Record<string, unknown> | null;
};
export type Page = { data: Change[]; cursor: string; has_more: boolean };

type Query = Record<string, string>;

export const ask = (of: TestTeam, query: Query = {}, key = of.key): Promise<ApiResponse> =>
  of.request('GET', `/changes?${new URLSearchParams(query)}`, { key });

export async function read(of: TestTeam, query: Query = {}, key = of.key): Promise<Page> {
  const { status, body } = await ask(of, query, key);
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body as unknown as Page;
}

type Entry = Pick<Change, 'member_id' | 'object'>;

/** A copy as a program keeps it: it puts what it is given, and removes what it is told. */
export class Copy {
  readonly #team: TestTeam;
  readonly #types: readonly ChangedType[];
  readonly #rows = new Map<string, Entry>();
  /** The members of whom it was told that their data were erased. */
  readonly erased = new Set<string>();
  cursor: string | undefined;

  constructor(team: TestTeam, types: readonly ChangedType[] = typeNames) {
    this.#team = team;
    this.#types = types;
  }

  /** Reads one page. Returns it. */
  async readSome(query: Query = {}, key = this.#team.key): Promise<Page> {
    const page = await read(this.#team, { ...this.query, ...query }, key);
    this.store(page);
    return page;
  }

  get query(): Query {
    const cursor = this.cursor === undefined ? {} : { cursor: this.cursor };
    return { types: this.#types.join(), ...cursor };
  }

  store({ data, cursor }: Page): void {
    for (const change of data) this.#put(change);
    this.cursor = cursor;
  }

  /** Reads until the copy is whole. Returns what it was told. */
  async follow(query: Query = {}, key = this.#team.key): Promise<Change[]> {
    const told: Change[] = [];
    for (let pages = 0; pages < 10_000; pages++) {
      const { data, has_more } = await this.readSome(query, key);
      told.push(...data);
      if (!has_more) return told;
    }
    throw new Error('The copy is never whole');
  }

  #put({ type, id, member_id, change, object }: Change): void {
    if (change === 'erased') this.erased.add(id);
    if (object) {
      this.#rows.set(`${type} ${id}`, { member_id, object });
      return;
    }
    this.#rows.delete(`${type} ${id}`);
    if (type !== 'member') return;
    for (const [key, row] of this.#rows) {
      if (row.member_id === id && /^(?:training|evaluation) /.test(key)) this.#rows.delete(key);
    }
  }

  /** The objects by type and id, without what only a synchronization changes. */
  get objects(): Record<string, unknown> {
    return Object.fromEntries(
      [...this.#rows].map(([key, { object }]) => [key, bare(object)]).sort(byKey),
    );
  }

  async expectWhole(): Promise<void> {
    const lists = await listsOf(this.#team, this.#types);
    expect(Object.keys(this.objects)).toEqual(Object.keys(lists));
    expect(this.objects).toEqual(lists);
  }
}

function bare(object: unknown): unknown {
  const { synced_at: _, ...rest } = object as Record<string, unknown>;
  return rest;
}

const byKey = ([a]: unknown[], [b]: unknown[]) => (String(a) < String(b) ? -1 : 1);

const lists: Record<ChangedType, string> = {
  member: '/users',
  deal: '/crm/deals',
  objection: '/crm/objections',
  assignment: '/assignments',
  case: '/cases',
  training: '/trainings',
  evaluation: '/evaluations?include=evaluation',
};

/** What the lists of these types answer. */
export async function listsOf(
  team: TestTeam,
  types: readonly ChangedType[] = typeNames,
): Promise<Record<string, unknown>> {
  const all: [string, unknown][] = [];
  for (const type of types) {
    for (let cursor = ''; ; ) {
      const path = `${lists[type]}${lists[type].includes('?') ? '&' : '?'}limit=200${cursor && `&cursor=${cursor}`}`;
      const { status, body } = await team.request('GET', path);
      if (status !== 200) throw new Error(`${path}: ${status}`);
      const page = body as unknown as {
        data: Record<string, unknown>[];
        next_cursor: string | null;
      };
      for (const row of page.data) {
        const object = type === 'evaluation' ? row.evaluation : row;
        all.push([`${type} ${row.id}`, bare(object)]);
      }
      if (!page.next_cursor) break;
      cursor = page.next_cursor;
    }
  }
  return Object.fromEntries(all.sort(byKey));
}
