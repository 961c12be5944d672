import { randomBytes } from 'node:crypto';
import { unknownKey } from './keys.ts';
import { insert, insertInvited, insertPolicy } from './rows.ts';
import type { TeamOptions, TestTeam } from './team.ts';
import { globalIds } from './world.ts';

/** A request that is not sent yet. Each fault spoils one part of it. */
export type Draft = {
  team: TeamOptions;
  key: string | undefined;
  method: string;
  path: string;
  query: string;
  headers: Record<string, string>;
  body: Record<string, unknown> | undefined;
  raw: string | undefined;
  prepare: ((team: TestTeam) => Promise<unknown>)[];
};

export type Fault = {
  name: string;
  answer: [status: number, code: string];
  apply: (draft: Draft) => void;
};

export const unauthorized: Fault = {
  name: 'unknown key',
  answer: [401, 'unauthorized'],
  apply: (draft) => {
    draft.key = unknownKey();
  },
};

export const limited: Fault = {
  name: 'limit used up',
  answer: [429, 'rate_limited'],
  apply: (draft) => {
    draft.team.rateLimit = 1;
    draft.prepare.push((team) => team.request('GET', '/me'));
  },
};

export const suspended: Fault = {
  name: 'suspended team',
  answer: [403, 'api_disabled'],
  apply: (draft) => {
    draft.team.status = 'suspended';
  },
};

export const noRoute: Fault = {
  name: 'unknown path',
  answer: [404, 'not_found'],
  apply: (draft) => {
    draft.path = `${draft.path}/a/b`;
  },
};

export const noMethod: Fault = {
  name: 'unknown method',
  answer: [405, 'bad_request'],
  apply: (draft) => {
    draft.method = 'PUT';
  },
};

export const noScope: Fault = {
  name: 'missing scope',
  answer: [403, 'insufficient_scope'],
  apply: (draft) => {
    draft.team.scopes = ['catalog:read'];
  },
};

export const noMemberDetail: Fault = {
  name: 'member_detail_enabled off',
  answer: [403, 'privacy_restricted'],
  apply: (draft) => {
    draft.team.memberDetail = false;
  },
};

export const wrongType: Fault = {
  name: 'wrong Content-Type',
  answer: [415, 'bad_request'],
  apply: (draft) => {
    draft.headers['content-type'] = 'text/plain';
  },
};

export const badJson: Fault = {
  name: 'malformed JSON',
  answer: [422, 'validation_error'],
  apply: (draft) => {
    draft.raw = '{';
  },
};

export const usedKey: Fault = {
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

export const badField: Fault = {
  name: 'unknown field',
  answer: [422, 'validation_error'],
  apply: (draft) => {
    if (draft.body) draft.body.surprise = 1;
    else draft.query = '?surprise=1';
  },
};

export const badQuery: Fault = {
  name: 'unknown query parameter',
  answer: [422, 'validation_error'],
  apply: (draft) => {
    draft.query = '?surprise=1';
  },
};

/** The creator of the key is no longer a member, but the call needs a creator who is an admin (D42). */
export const noAdminCreator: Fault = {
  name: 'creator without the right',
  answer: [403, 'insufficient_scope'],
  apply: (draft) => {
    if (draft.body) draft.body.role = 'admin';
    draft.prepare.push((team) =>
      team.api.sql.query(`update api_key set created_by = 'mem_gone' where id = $1`, [team.keyId]),
    );
  },
};

export function absent(place: 'path' | 'member_id' | 'user_id'): Fault {
  return {
    name: `${place} that never existed`,
    answer: [404, 'not_found'],
    apply: (draft) => {
      if (place === 'path') draft.path = draft.path.replace('{id}', 'none');
      else if (draft.body) draft.body[place] = 'none';
    },
  };
}

export const manyInvitations: Fault = {
  name: '60 invitations in the hour',
  answer: [429, 'rate_limited'],
  apply: (draft) => {
    draft.prepare.push(({ api, tenantId }) =>
      api.sql.query(
        `insert into member (tenant_id, id, email, role, status, created_through, created_at, removed_at)
         select $1, 'mem_gone_' || n, 'gone-' || n || '@example.com', 'member', 'removed', 'api', $2, $2
         from generate_series(1, 60) n`,
        [tenantId, api.clock.now()],
      ),
    );
  },
};

export const takenEmail: Fault = {
  name: 'email of a member',
  answer: [409, 'conflict'],
  apply: (draft) => {
    draft.prepare.push((team) => insertInvited(team, { email: 'fresh@example.com' }));
  },
};

export const noSeat: Fault = {
  name: 'no free seat',
  answer: [409, 'seat_limit_reached'],
  apply: (draft) => {
    draft.prepare.push((team) => team.set({ seats: 1 }));
  },
};

export const isOwner: Fault = {
  name: 'the owner',
  answer: [409, 'owner'],
  apply: (draft) => {
    draft.prepare.push(async (team) => {
      draft.path = draft.path.replace('{id}', team.owner.memberId);
    });
  },
};

export const unknownSituation: Fault = {
  name: 'unknown situation',
  answer: [422, 'kombination_ungueltig'],
  apply: (draft) => {
    if (draft.body) draft.body.situation_id = 'none';
  },
};

export const blockedByPolicy: Fault = {
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
