import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { unknownKey } from '../harness/keys.ts';
import { insert, insertInvited, insertPolicy } from '../harness/rows.ts';
import { makeTeam, type TeamOptions, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { globalIds, makeGlobalCatalog } from '../harness/world.ts';

const api = useApi({ tickMs: 0 });

beforeAll(() => makeGlobalCatalog(api()));

type Draft = {
  team: TeamOptions;
  key: string | undefined;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Record<string, unknown> | undefined;
  raw: string | undefined;
  prepare: ((team: TestTeam) => Promise<unknown>)[];
};

type Fault = {
  name: string;
  answer: [status: number, code: string];
  apply: (draft: Draft) => void;
};

const unauthorized: Fault = {
  name: 'unknown key',
  answer: [401, 'unauthorized'],
  apply: (draft) => {
    draft.key = unknownKey();
  },
};

const limited: Fault = {
  name: 'limit used up',
  answer: [429, 'rate_limited'],
  apply: (draft) => {
    draft.team.rateLimit = 1;
    draft.prepare.push((team) => team.request('GET', '/me'));
  },
};

const suspended: Fault = {
  name: 'suspended team',
  answer: [403, 'api_disabled'],
  apply: (draft) => {
    draft.team.status = 'suspended';
  },
};

const noRoute: Fault = {
  name: 'unknown path',
  answer: [404, 'not_found'],
  apply: (draft) => {
    draft.path = `${draft.path}/a/b`;
  },
};

const noMethod: Fault = {
  name: 'unknown method',
  answer: [405, 'bad_request'],
  apply: (draft) => {
    draft.method = 'PUT';
  },
};

const noScope: Fault = {
  name: 'missing scope',
  answer: [403, 'insufficient_scope'],
  apply: (draft) => {
    draft.team.scopes = ['catalog:read'];
  },
};

const noMemberDetail: Fault = {
  name: 'member_detail_enabled off',
  answer: [403, 'privacy_restricted'],
  apply: (draft) => {
    draft.team.memberDetail = false;
  },
};

const wrongType: Fault = {
  name: 'wrong Content-Type',
  answer: [415, 'bad_request'],
  apply: (draft) => {
    draft.headers['content-type'] = 'text/plain';
  },
};

const badJson: Fault = {
  name: 'malformed JSON',
  answer: [422, 'validation_error'],
  apply: (draft) => {
    draft.raw = '{';
  },
};

const usedKey: Fault = {
  name: 'Idempotency-Key of another body',
  answer: [422, 'idempotency_mismatch'],
  apply: (draft) => {
    draft.headers['idempotency-key'] = 'used';
    draft.prepare.push(async (team) => {
      const { rows } = await team.api.sql.query('select lineage_id from api_key where id = $1', [
        team.keyId,
      ]);
      await insert(team.api, 'idempotency_record', {
        tenant_id: team.tenantId,
        lineage_id: rows[0].lineage_id,
        key: 'used',
        fingerprint: randomBytes(32),
        status: 201,
        body: randomBytes(40),
        created_at: team.api.clock.now(),
      });
    });
  },
};

const badField: Fault = {
  name: 'unknown field',
  answer: [422, 'validation_error'],
  apply: (draft) => {
    if (draft.body) draft.body.surprise = 1;
    else draft.path = `${draft.path}?surprise=1`;
  },
};

/** The creator of the key is no longer among the members, and the call asks for an admin (D42). */
const noAdminCreator: Fault = {
  name: 'creator without the right',
  answer: [403, 'insufficient_scope'],
  apply: (draft) => {
    if (draft.body) draft.body.role = 'admin';
    draft.prepare.push((team) =>
      team.api.sql.query(`update api_key set created_by = 'mem_gone' where id = $1`, [team.keyId]),
    );
  },
};

function absent(place: 'path' | 'member_id' | 'user_id'): Fault {
  return {
    name: `${place} that never existed`,
    answer: [404, 'not_found'],
    apply: (draft) => {
      if (place === 'path') draft.path = draft.path.replace('{id}', 'none');
      else if (draft.body) draft.body[place] = 'none';
    },
  };
}

const manyInvitations: Fault = {
  name: '60 invitations in the hour',
  answer: [429, 'rate_limited'],
  apply: (draft) => {
    draft.prepare.push(async (team) => {
      for (let i = 0; i < 60; i++) {
        await insertInvited(team, {
          created_through: 'api',
          status: 'removed',
          removed_at: new Date(),
        });
      }
    });
  },
};

const takenEmail: Fault = {
  name: 'email of a member',
  answer: [409, 'conflict'],
  apply: (draft) => {
    draft.prepare.push((team) => insertInvited(team, { email: 'fresh@example.com' }));
  },
};

const noSeat: Fault = {
  name: 'no free seat',
  answer: [409, 'seat_limit_reached'],
  apply: (draft) => {
    draft.prepare.push((team) => team.set({ seats: 1 }));
  },
};

const isOwner: Fault = {
  name: 'the owner',
  answer: [409, 'owner'],
  apply: (draft) => {
    draft.prepare.push(async (team) => {
      draft.path = draft.path.replace('{id}', team.owner.memberId);
    });
  },
};

const unknownSituation: Fault = {
  name: 'unknown situation',
  answer: [422, 'kombination_ungueltig'],
  apply: (draft) => {
    if (draft.body) draft.body.situation_id = 'none';
  },
};

const blockedByPolicy: Fault = {
  name: 'blocked by the policy',
  answer: [403, 'vorgabe_gesperrt'],
  apply: (draft) => {
    draft.prepare.push((team) =>
      insertPolicy(team, {
        dimension: 'industry',
        mode: 'block',
        entry_ids: [globalIds.industry],
      }),
    );
  },
};

const gate = [unauthorized, limited, suspended];

type Scenario = { name: string; draft: () => Draft; faults: Fault[] };

function newDraft(method: string, path: string, body?: Record<string, unknown>): () => Draft {
  return () => ({
    team: {},
    key: undefined,
    method,
    path,
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
    faults: [...gate, noRoute, noScope, badJson, usedKey, badField, absent('user_id')],
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
  const response = await api().request(draft.method, path, {
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
    const asked = draft();
    apply(asked);
    expect(await answerTo(asked)).toEqual(answer);
  });

  test.each(pairs)('$first.name before $second.name', async ({ first, second }) => {
    const asked = draft();
    // The later fault first: what decides is the order of the checks, not that of the making.
    second.apply(asked);
    first.apply(asked);
    expect(await answerTo(asked)).toEqual(first.answer);
  });
});
