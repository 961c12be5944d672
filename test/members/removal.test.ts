import { describe, expect, test } from 'vitest';
import { recordTraining } from '../../src/features/trainings/record-training-by-operator.ts';
import { ApiError } from '../../src/shared/errors/errors.ts';
import { insertAssignment } from '../harness/rows.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { waitingBackend } from '../harness/waiting.ts';

const api = useApi();

describe('DELETE /users/{member_id}', () => {
  test('D109: all assignments of the member are revoked; their rows and trainings stay', async () => {
    const team = await makeTeam(api());
    const member = await team.addMember();
    const other = await team.addMember();
    const mine = [
      await insertAssignment(team, { member_id: member.memberId }),
      await insertAssignment(team, { member_id: member.memberId, status: 'done' }),
    ];
    const theirs = await insertAssignment(team, { member_id: other.memberId });
    const { status, body } = await team.request('DELETE', `/users/${member.memberId}`);
    expect([status, body]).toEqual([200, { ok: true }]);
    const listed = (await team.request('GET', '/assignments')).body.data;
    expect(new Map(listed.map((one) => [one.id, one.status]))).toEqual(
      new Map([...mine.map((id) => [id, 'revoked'] as const), [theirs, 'open']]),
    );
  });

  test('a second removal, an unknown and a foreign member are 404', async () => {
    const team = await makeTeam(api());
    const foreign = (await makeTeam(api())).owner;
    const { memberId } = await team.addMember();
    await team.request('DELETE', `/users/${memberId}`);
    for (const id of [memberId, 'mem_never', foreign.memberId]) {
      const { status, body } = await team.request('DELETE', `/users/${id}`);
      expect([status, body.code]).toEqual([404, 'not_found']);
    }
  });

  test.each([
    [
      'case',
      async (team: TestTeam, user_id: string) =>
        (await team.request('POST', '/cases', { body: { user_id } })).body.code,
    ],
    [
      'training',
      (team: TestTeam, user_id: string) =>
        team
          .do((call) => recordTraining(call, { user_id }))
          .catch((error: unknown) => (error instanceof ApiError ? error.code : error)),
    ],
  ])(
    'a %s waits for a removal under way, and then finds no member (D130, D134)',
    async (_, make) => {
      const team = await makeTeam(api());
      const { memberId, userId } = await team.addMember();
      await insertAssignment(team, { member_id: memberId });
      const holder = await api().sql.connect();
      try {
        await holder.query('begin');
        await holder.query(
          'select from assignment where tenant_id = $1 and member_id = $2 for update',
          [team.tenantId, memberId],
        );
        const removal = team.request('DELETE', `/users/${memberId}`);
        await waitingBackend(api().sql, 'update assignment');
        const made = make(team, userId);
        await waitingBackend(api().sql, 'from member');
        await holder.query('commit');
        expect((await removal).status).toBe(200);
        expect(await made).toBe('not_found');
      } finally {
        await holder.query('rollback');
        holder.release();
      }
    },
  );

  test('D112: an invitation can be withdrawn', async () => {
    const team = await makeTeam(api());
    const { id } = (await team.request('POST', '/users', { body: { email: 'back@example.com' } }))
      .body;
    expect((await team.request('DELETE', `/users/${id}`)).status).toBe(200);
    expect((await team.request('GET', `/users/${id}`)).status).toBe(404);
  });
});
