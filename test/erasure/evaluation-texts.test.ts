import { expect, test } from 'vitest';
import { erasePerson } from '../../src/features/erasure/erase-person.ts';
import { systemSteps } from '../../src/operation/system-call.ts';
import { sealKey } from '../harness/mailed-links.ts';
import { insertEvaluation, insertTraining } from '../harness/rows.ts';
import { makeTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();
const without = { tips: '[]', goal: null, strongest: null, biggest_lever: null };
const tip = { issue: 'i', moment: 'm', principle: 'p', rewrite: 'r', impact: 'high' };

test.each([
  ['tips', JSON.stringify([tip])],
  ['goal', 'partial'],
  ['strongest', 'Her questions'],
  ['biggest_lever', 'Her last words'],
])('an erasure empties an evaluation with no words but %s', async (column, words) => {
  const team = await makeTeam(api());
  const { memberId: member_id } = await team.addMember();
  const training = await insertTraining(team, { member_id, status: 'scored' });
  await insertEvaluation(team, training, { ...without, [column]: words });
  await team.request('DELETE', `/users/${member_id}`);
  await erasePerson(systemSteps(api().sql, team.tenantId, api().clock.now()), member_id, sealKey);
  const { rows } = await api().sql.query(
    'select tips, goal, strongest, biggest_lever, total from evaluation where training_id = $1',
    [training],
  );
  expect(rows).toEqual([{ ...without, tips: [], total: 70 }]);
});
