import { expect, test } from 'vitest';
import { run } from '../../src/cli/run.ts';
import { Hook, openReceiver, useWorker } from '../delivery/harness/hook.ts';
import { encryptionKey } from '../harness/api.ts';
import { makeTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { loopbackReceivers } from '../harness/worker.ts';
import { globalIds, makeGlobalCatalog } from '../harness/world.ts';
import { traceIdOf } from './harness/traced.ts';

const api = useApi({ env: loopbackReceivers });
useWorker(api);

async function show(team: string, request: string) {
  const env = { DATABASE_URL: api().database.url, ENCRYPTION_KEY: encryptionKey };
  const { code, stdout, stderr } = await run(
    ['request', 'show', '--team', team, '--request', request],
    env,
  );
  return { code, answer: code === 0 ? JSON.parse(stdout) : null, stderr };
}

test('request show: the line, the change, the event, its delivery with the time since the change, and the trace', async () => {
  const receiver = await openReceiver();
  const team = await makeTeam(api());
  const url = receiver.url('/x');
  const hook = await Hook.to(api(), { team, url, events: ['assignment.created'] });
  await makeGlobalCatalog(api());
  const { situation, personality, industry } = globalIds;
  const made = await team.request('POST', '/assignments', {
    body: {
      member_id: team.owner.memberId,
      title: 'Geheim',
      situation_id: situation,
      personality_id: personality,
      industry_id: industry,
    },
  });
  expect(made.status).toBe(201);
  const id = String(made.headers['x-request-id']);
  const [delivery] = await hook.deliveries();
  await hook.ended(delivery?.id ?? '');
  await until('the line', async () => (await show(team.tenantId, id)).answer?.request);
  const { answer } = await show(team.tenantId, id);
  expect(answer).toEqual({
    request_id: id,
    trace_id: traceIdOf(id),
    request: {
      at: expect.any(String),
      method: 'POST',
      route: '/assignments',
      status: 201,
      code: null,
      ms: expect.any(Number),
      key_id: team.keyId,
    },
    changes: [
      {
        at: expect.any(String),
        action: 'assignment.created',
        target_id: made.body.id,
        actor_kind: 'key',
      },
    ],
    events: [
      {
        id: expect.stringMatching(/^evt_/),
        type: 'assignment.created',
        at: expect.any(String),
        deliveries: [
          {
            id: delivery?.id,
            endpoint_id: hook.endpointId,
            status: 'ok',
            next_try_at: null,
            attempts: [
              {
                n: 1,
                after_ms: expect.any(Number),
                ms: expect.any(Number),
                response_code: 200,
                error: null,
              },
            ],
          },
        ],
      },
    ],
    has_more: false,
  });
});

test('request show: a request that the team has not made is an empty answer, and a wrong id is refused', async () => {
  const team = await makeTeam(api());
  const id = '01990000-0000-7000-8000-000000000000';
  const { answer } = await show(team.tenantId, id);
  expect(answer).toEqual({
    request_id: id,
    trace_id: traceIdOf(id),
    request: null,
    changes: [],
    events: [],
    has_more: false,
  });
  const wrong = await show(team.tenantId, 'jemand@example.com');
  expect(wrong.code).toBe(1);
  expect(wrong.stderr).toMatch(/--request is wrong/);
  const { rows } = await api().sql.query(
    "select ids from operator_entry where command = 'request show' and ids ? 'request' limit 1",
  );
  expect(rows[0]?.ids).toEqual({ team: expect.any(String), request: expect.any(String) });
});
