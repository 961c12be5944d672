import { expect, test } from 'vitest';
import { makeTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();

test('a 404 for an unknown path says so, and a 404 for an id says nothing', async () => {
  const team = await makeTeam(api());
  for (const path of ['/user', '/Users', '/users/mem_1/trainings', '/trainings//x']) {
    const { status, body } = await team.request('GET', path);
    expect([path, status, body.code, body.detail]).toEqual([
      path,
      404,
      'not_found',
      'The API has no such path. Capital and small letters differ.',
    ]);
  }
  const outside = await api().requestAt('GET', '/api/v1/users');
  expect(outside.body.detail).toBe(
    'The API has no such path. Its paths begin with /api/public/v1.',
  );
  for (const path of ['/users/mem_nobody', '/trainings/trn_nothing']) {
    expect((await team.request('GET', path)).body.detail).toBeUndefined();
  }
});
