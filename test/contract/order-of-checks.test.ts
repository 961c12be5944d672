import { beforeAll, describe, expect, test } from 'vitest';
import {
  absent,
  badField,
  badJson,
  badQuery,
  blockedByPolicy,
  type Draft,
  type Fault,
  isOwner,
  limited,
  manyInvitations,
  noAdminCreator,
  noMemberDetail,
  noMethod,
  noRoute,
  noScope,
  noSeat,
  suspended,
  takenEmail,
  unauthorized,
  unknownSituation,
  usedKey,
  wrongType,
} from '../harness/faults.ts';
import { makeTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { globalIds, makeGlobalCatalog } from '../harness/world.ts';

const api = useApi({ tickMs: 0 });

beforeAll(() => makeGlobalCatalog(api()));

const gate = [unauthorized, limited, suspended];

type Scenario = { name: string; draft: () => Draft; faults: Fault[] };

function newDraft(method: string, path: string, body?: Record<string, unknown>): () => Draft {
  return () => ({
    team: {},
    key: undefined,
    method,
    path,
    query: '',
    headers: {},
    body: body && { ...body },
    raw: undefined,
    prepare: [],
  });
}

const scenarios: Scenario[] = [
  {
    name: 'POST /users (D107)',
    draft: newDraft('POST', '/users', { email: 'fresh@example.com' }),
    faults: [
      ...gate,
      noMethod,
      noScope,
      wrongType,
      usedKey,
      badField,
      noAdminCreator,
      manyInvitations,
      takenEmail,
      noSeat,
    ],
  },
  {
    name: 'POST /cases',
    draft: newDraft('POST', '/cases', { user_id: '{owner}' }),
    faults: [...gate, noRoute, noScope, badJson, usedKey, badQuery, absent('user_id')],
  },
  {
    name: 'PATCH /users/{member_id}',
    draft: newDraft('PATCH', '/users/{id}', { role: 'member' }),
    faults: [...gate, noRoute, noScope, wrongType, badField, absent('path')],
  },
  {
    name: 'PATCH /users/{member_id} of the owner',
    draft: newDraft('PATCH', '/users/{id}', { role: 'member' }),
    faults: [...gate, noScope, badJson, badField, isOwner],
  },
  {
    name: 'POST /assignments (D124)',
    draft: newDraft('POST', '/assignments', {
      member_id: '{member}',
      title: 'A task',
      situation_id: globalIds.situation,
      personality_id: globalIds.personality,
      industry_id: globalIds.industry,
    }),
    faults: [
      ...gate,
      noMethod,
      noScope,
      badJson,
      usedKey,
      badField,
      absent('member_id'),
      unknownSituation,
      blockedByPolicy,
    ],
  },
  ...['/trainings', '/assignments', '/cases'].map((path) => ({
    name: `GET ${path}/{id}`,
    draft: newDraft('GET', `${path}/{id}`),
    faults: [...gate, noScope, noMemberDetail, badField, absent('path')],
  })),
];

async function answerTo(draft: Draft): Promise<[number, string]> {
  const team = await makeTeam(api(), draft.team);
  for (const prepare of draft.prepare) await prepare(team);
  const body = draft.body && {
    ...draft.body,
    ...(draft.body.user_id === '{owner}' ? { user_id: team.owner.userId } : {}),
    ...(draft.body.member_id === '{member}' ? { member_id: team.owner.memberId } : {}),
  };
  const path = draft.path.replace('{id}', 'some_id');
  const response = await api().request(draft.method, path + draft.query, {
    key: draft.key ?? team.key,
    headers: draft.headers,
    ...(draft.raw ? { raw: draft.raw } : body ? { body } : {}),
  });
  return [response.status, response.body.code];
}

describe.each(scenarios)('D1, the order of checks: $name', ({ draft, faults }) => {
  const pairs = faults.flatMap((first, i) =>
    faults.slice(i + 1).map((second) => ({ first, second })),
  );

  test.each(faults)('$name alone', async ({ answer, apply }) => {
    const requested = draft();
    apply(requested);
    expect(await answerTo(requested)).toEqual(answer);
  });

  test.each(pairs)('$first.name before $second.name', async ({ first, second }) => {
    const requested = draft();
    // Applies the later fault first: the order of the checks must decide, not that of the faults.
    second.apply(requested);
    first.apply(requested);
    expect(await answerTo(requested)).toEqual(first.answer);
  });
});
