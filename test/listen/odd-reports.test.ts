import { expect, test } from 'vitest';
import { makeTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { OpenStream } from './harness/open-stream.ts';
import { raise } from './harness/raise-events.ts';
import { tokenOf } from './harness/token.ts';

const api = useApi();

test.each(['listener', 'event_id'])(
  'a report with a NUL in %s is refused as wrong input',
  async (field) => {
    const team = await makeTeam(api());
    const token = await tokenOf(team);
    const stream = await OpenStream.open({ port: api().port, token });
    const id = await raise(team);
    const answer = { event_id: id, status: 200, ms: 1, error: null, excerpt: null };
    const report =
      field === 'listener'
        ? { listener: 'lsn_\0', answers: [answer] }
        : { listener: stream.first.listener, answers: [{ ...answer, event_id: 'evt_\0' }] };
    const response = await fetch(`http://127.0.0.1:${api().port}/command-line/answers`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(report),
    });
    expect(response.status).toBe(422);
  },
);

test('the refusal of a report that is no object names the body', async () => {
  const token = await tokenOf(await makeTeam(api()));
  const response = await fetch(`http://127.0.0.1:${api().port}/command-line/answers`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '[]',
  });
  expect(response.status).toBe(422);
  expect(await response.json()).toMatchObject({ error: { data: { field: 'body' } } });
});
