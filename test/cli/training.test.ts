import { expect, test } from 'vitest';
import { newId } from '../../src/db/ids.ts';
import { addMember } from '../../src/features/members/add-member.ts';
import { recordTraining } from '../../src/features/trainings/record-training-by-operator.ts';
import { useDatabase } from '../harness/use-database.ts';
import { NOW, newTeam } from './harness/team.ts';

const database = useDatabase();
const score = {
  dimensions: {
    closing: 0,
    conversation_control: 100,
    needs_analysis: 50,
    objection_handling: 51,
    value_argument: 52,
  },
};

async function prepare(status = 'open') {
  const { pool } = database();
  const team = await newTeam(pool);
  const member = await team.do((call) => addMember(call, { email: 'm@example.com' }));
  const assignmentId = newId('asg', NOW);
  await pool.query(
    `insert into assignment (tenant_id, id, member_id, status, title, situation_id, created_at, updated_at)
     values ($1, $2, $3, $4, 'A', 'sit_x', $5, $5)`,
    [team.tenant_id, assignmentId, member.member_id, status, NOW],
  );
  const record = (input: object = {}) =>
    team.do((call) => recordTraining(call, { user_id: member.user_id, ...input }));
  const rowOf = async (table: string, column: string, id: string) => {
    const text = `select * from ${table} where tenant_id = $1 and ${column} = $2`;
    return (await pool.query(text, [team.tenant_id, id])).rows[0];
  };
  return { team, assignmentId, record, rowOf };
}

test('a training without a score is completed, and a training with a score is scored (D129)', async () => {
  const { record, rowOf } = await prepare();
  const plain = await record();
  expect(await rowOf('training', 'id', plain.training_id)).toMatchObject({ status: 'completed' });
  expect(await rowOf('evaluation', 'training_id', plain.training_id)).toBeUndefined();
  const scored = await record({ score });
  expect(await rowOf('training', 'id', scored.training_id)).toMatchObject({ status: 'scored' });
  expect(await rowOf('evaluation', 'training_id', scored.training_id)).toMatchObject({
    ...score.dimensions,
    total: null,
    spread: null,
    tips: [],
    updated_at: NOW,
  });
});

test('"completed_training_id set only by the app": the first training completes the assignment (D121)', async () => {
  const { record, rowOf, assignmentId } = await prepare();
  const first = await record({ assignment_id: assignmentId, score });
  await record({ assignment_id: assignmentId });
  expect(await rowOf('assignment', 'id', assignmentId)).toMatchObject({
    status: 'done',
    completed_training_id: first.training_id,
  });
  expect(await rowOf('training', 'id', first.training_id)).toMatchObject({
    assignment_id: assignmentId,
    situation_id: 'sit_x',
  });
});

test('a training for a revoked, unknown or other member’s assignment is refused and not recorded', async () => {
  const revoked = await prepare('revoked');
  await expect(revoked.record({ assignment_id: revoked.assignmentId })).rejects.toMatchObject({
    code: 'conflict',
  });
  const { team, record, assignmentId } = await prepare();
  const owner = { user_id: team.owner_user_id, assignment_id: assignmentId };
  for (const input of [owner, { assignment_id: revoked.assignmentId }]) {
    await expect(record(input)).rejects.toMatchObject({ code: 'not_found' });
  }
  const { rows } = await database().pool.query('select from training where tenant_id = $1', [
    team.tenant_id,
  ]);
  expect(rows).toHaveLength(0);
});

test('only an active member of the team trains', async () => {
  const { record, team } = await prepare();
  const other = await newTeam(database().pool, { owner: 'other@example.com' });
  for (const user_id of [other.owner_user_id, 'usr_unknown', team.owner_member_id]) {
    await expect(record({ user_id })).rejects.toMatchObject({ code: 'not_found' });
  }
});
