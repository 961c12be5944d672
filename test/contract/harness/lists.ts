import { routes } from '../../../src/rest/routes.ts';
import {
  insertAssignment,
  insertCase,
  insertDeal,
  insertInvited,
  insertObjection,
  insertScoredTraining,
} from '../../harness/rows.ts';
import type { TestTeam } from '../../harness/team.ts';

type List = {
  /** As in the document: `/users/{member_id}/trainings`. */
  path: string;
  /** The path parameters of a nested list. `make` makes its rows below them. */
  parameters?: (team: TestTeam) => Promise<Record<string, string>>;
  table: string;
  make: (team: TestTeam, at: Date) => Promise<string>;
};

export const lists: List[] = [
  {
    path: '/users',
    table: 'member',
    make: (team, index) => insertInvited(team, { created_at: index }),
  },
  {
    path: '/trainings',
    table: 'training',
    make: async (team, index) =>
      insertScoredTraining(team, { created_at: index, assignment_id: await assignmentOf(team) }),
  },
  {
    path: '/evaluations',
    table: 'training',
    make: async (team, index) => {
      const id = await insertScoredTraining(team, { created_at: index });
      await team.api.sql.query('update evaluation set updated_at = $2 where training_id = $1', [
        id,
        index,
      ]);
      return id;
    },
  },
  {
    path: '/assignments',
    table: 'assignment',
    make: (team, index) => insertAssignment(team, { created_at: index }),
  },
  {
    path: '/cases',
    table: 'team_case',
    make: (team, index) => insertCase(team, { created_at: index }),
  },
  {
    path: '/crm/deals',
    table: 'crm_deal',
    make: (team, index) => insertDeal(team, { created_at: index }),
  },
  {
    path: '/crm/objections',
    table: 'crm_objection',
    make: async (team, index) => {
      const deal = await insertDeal(team);
      return insertObjection(team, deal, { created_at: index });
    },
  },
];

/** The path of a list with the team's values of its parameters. */
export async function pathOf({ path, parameters }: List, team: TestTeam): Promise<string> {
  const values = await parameters?.(team);
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values?.[name];
    if (!value) throw new Error(`Say in lists what {${name}} of ${path} is`);
    return value;
  });
}

const assignments = new Map<TestTeam, string>();

/** The assignment that all trainings of the team belong to. */
async function assignmentOf(team: TestTeam): Promise<string> {
  const id = assignments.get(team) ?? (await insertAssignment(team));
  assignments.set(team, id);
  return id;
}

/** Two values of each filter. The first one leaves enough rows for a second page. */
export const filterValues: Record<string, (team: TestTeam) => Promise<[string, string]>> = {
  user_id: async ({ owner }) => [owner.userId, 'usr_other'],
  status: async () => ['scored', 'completed'],
  since: async () => ['2020-01-01T00:00:00Z', '2020-01-02T00:00:00Z'],
  updated_since: async () => ['2020-01-01T00:00:00Z', '2020-01-02T00:00:00Z'],
  assignment_id: async (team) => [await assignmentOf(team), 'asg_other'],
};

/** The filters of a list, from the router. `limit` and `include` do not change which entries it has. */
export function filtersOf(path: string): string[] {
  const list = routes.find(({ template, method }) => template === path && method === 'GET');
  const { cursor: _, limit: __, include: ___, ...filters } = list?.input.shape ?? {};
  return Object.keys(filters);
}
