import { routes } from '../../../src/rest/routes.ts';
import {
  insertAssignment,
  insertCase,
  insertDeal,
  insertErasure,
  insertInvited,
  insertObjection,
  insertScoredTraining,
} from '../../harness/rows.ts';
import type { TestTeam } from '../../harness/team.ts';

type List = {
  /** The path in the document, such as `/users/{member_id}/trainings`. */
  path: string;
  /** The parameters of the path of a nested list. `make` makes rows of that list. */
  parameters?: (team: TestTeam) => Promise<Record<string, string>>;
  table: string;
  make: (team: TestTeam, at: Date) => Promise<string>;
};

export const lists: List[] = [
  {
    path: '/users',
    table: 'member',
    make: (team, created_at) => insertInvited(team, { created_at }),
  },
  {
    path: '/erasures',
    table: 'erasure',
    make: (team, finished_at) => insertErasure(team, { finished_at }),
  },
  {
    path: '/trainings',
    table: 'training',
    make: async (team, created_at) =>
      insertScoredTraining(team, { created_at, assignment_id: await assignmentOf(team) }),
  },
  {
    path: '/evaluations',
    table: 'training',
    make: async (team, created_at) => {
      const id = await insertScoredTraining(team, { created_at });
      await team.api.sql.query('update evaluation set updated_at = $2 where training_id = $1', [
        id,
        created_at,
      ]);
      return id;
    },
  },
  {
    path: '/assignments',
    table: 'assignment',
    make: (team, created_at) => insertAssignment(team, { created_at }),
  },
  {
    path: '/cases',
    table: 'team_case',
    make: (team, created_at) => insertCase(team, { created_at }),
  },
  {
    path: '/crm/deals',
    table: 'crm_deal',
    make: (team, created_at) => insertDeal(team, { created_at }),
  },
  {
    path: '/crm/objections',
    table: 'crm_objection',
    make: async (team, created_at) => {
      const deal = await insertDeal(team);
      return insertObjection(team, deal, { created_at });
    },
  },
];

/** The path of a list, with the parameters that the team has. */
export async function pathOf({ path, parameters }: List, team: TestTeam): Promise<string> {
  const values = await parameters?.(team);
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values?.[name];
    if (!value) throw new Error(`Say in lists what {${name}} of ${path} is`);
    return value;
  });
}

const assignments = new Map<TestTeam, string>();

/** The assignment to which all trainings of the team belong. */
async function assignmentOf(team: TestTeam): Promise<string> {
  const id = assignments.get(team) ?? (await insertAssignment(team));
  assignments.set(team, id);
  return id;
}

/** Two values of each filter. With the first one there are enough rows for a second page. */
export const filterValues: Record<string, (team: TestTeam) => Promise<[string, string]>> = {
  user_id: async ({ owner }) => [owner.userId, 'usr_other'],
  status: async () => ['scored', 'completed'],
  since: async () => ['2020-01-01T00:00:00Z', '2020-01-02T00:00:00Z'],
  updated_since: async () => ['2020-01-01T00:00:00Z', '2020-01-02T00:00:00Z'],
  assignment_id: async (team) => [await assignmentOf(team), 'asg_other'],
};

/** The filters of a list, from the router. `limit` and `include` do not select entries, nor does the path. */
export function filtersOf(path: string): string[] {
  const list = routes.find(({ template, method }) => template === path && method === 'GET');
  const { cursor: _, limit: __, include: ___, ...filters } = list?.input.shape ?? {};
  return Object.keys(filters).filter((name) => !path.includes(`{${name}}`));
}
