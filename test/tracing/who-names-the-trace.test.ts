import { describe, expect, onTestFinished, test } from 'vitest';
import type { TestApi } from '../harness/api.ts';
import { makeCommandLine } from '../harness/app.ts';
import { makeTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { SERVICE_TOKEN } from '../trpc/harness/callers.ts';
import { PARENT, traced, traceIdOf } from './harness/traced.ts';

const api = useApi({ env: { SERVICE_TOKEN } });

async function beside(env: Record<string, string>): Promise<TestApi> {
  const other = await api().beside({ env: { SERVICE_TOKEN, ...env } });
  onTestFinished(() => other.close());
  return other;
}

const lineOf = (from: TestApi, requestId: unknown) => {
  const lines = from.logLines.map((line) => JSON.parse(line) as Record<string, unknown>);
  return lines.find(
    ({ request_id, msg }) => request_id === requestId && /^(request|procedure)$/.test(String(msg)),
  );
};

describe('traceparent', () => {
  test.each([
    ['is not believed without TRUST_PROXY', {}, false],
    ['is not believed from an address that is no proxy', { TRUST_PROXY: '192.0.2.0/24' }, false],
    ['is believed from a proxy', { TRUST_PROXY: '127.0.0.1' }, true],
    ['is believed behind a number of proxies', { TRUST_PROXY: '1' }, true],
  ])('%s', async (_, env, isTaken) => {
    const other = await beside(env);
    const { key } = await makeTeam(api());
    const sink = await traced();
    const headers = { traceparent: PARENT.header };
    const answer = await other.request('GET', '/me', { key, headers });
    const span = await sink.named('GET /me');
    const own = traceIdOf(answer.headers['x-request-id']);
    expect(span.traceId).toBe(isTaken ? PARENT.traceId : own);
    expect(lineOf(other, answer.headers['x-request-id'])?.trace_id).toBe(span.traceId);
  });

  test.each([
    '',
    'no',
    `${PARENT.header}-more`,
    PARENT.header.replace('00-', 'ff-'),
    `00-${'0'.repeat(32)}-${PARENT.spanId}-01`,
  ])('that is wrong begins a trace: %j', async (traceparent) => {
    const other = await beside({ TRUST_PROXY: '1' });
    const { key } = await makeTeam(api());
    const sink = await traced();
    const { headers } = await other.request('GET', '/me', { key, headers: { traceparent } });
    expect((await sink.named('GET /me')).traceId).toBe(traceIdOf(headers['x-request-id']));
  });

  test("is believed from the product's backend, with its token, and from no other caller of the app", async () => {
    const team = await makeTeam(api());
    const sink = await traced();
    const send = (authorization: string) =>
      fetch(`http://127.0.0.1:${api().port}/trpc/trainings.start`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json', traceparent: PARENT.header },
        body: JSON.stringify({
          tenant_id: team.tenantId,
          session_id: 's-1',
          user_id: team.owner.userId,
        }),
      });
    expect((await send(`Bearer ${SERVICE_TOKEN}`)).status).toBe(200);
    const taken = await sink.named('POST /trpc');
    expect(taken).toMatchObject({ traceId: PARENT.traceId, parentSpanId: PARENT.spanId });
    expect(taken.attributes).toMatchObject({ 'team_api.caller': 'service' });
    const procedure = await sink.named('trainings.start');
    expect(procedure.attributes).toEqual({
      'rpc.system': 'trpc',
      'rpc.method': 'trainings.start',
      'team_api.tenant_id': team.tenantId,
    });
    expect(lineOf(api(), taken.attributes['team_api.request_id'])?.trace_id).toBe(PARENT.traceId);
    expect((await send('Bearer another-token-of-at-least-32-characters')).status).toBe(401);
    expect(sink.spans.filter(({ name }) => name === 'POST /trpc')).toHaveLength(1);
  });
});

test('a command line does not name its trace, even behind a proxy', async () => {
  const other = await beside({ TRUST_PROXY: '1' });
  const team = await makeTeam(api());
  const { token } = await makeCommandLine(team, team.owner);
  const sink = await traced();
  const headers = {
    authorization: `Bearer ${token}`,
    'svc-command-line': '1.1.0',
    traceparent: PARENT.header,
  };
  await fetch(`http://127.0.0.1:${other.port}/trpc/commandLine.status`, { headers });
  const span = await sink.named('GET /trpc');
  expect(span.traceId).toBe(traceIdOf(span.attributes['team_api.request_id']));
});

describe('trace_id in the log', () => {
  test('is there although the trace is not recorded, and is not there without tracing', async () => {
    const { key } = await makeTeam(api());
    const without = (await api().request('GET', '/me', { key })).headers['x-request-id'];
    expect(lineOf(api(), without)).not.toHaveProperty('trace_id');
    const sink = await traced({ OTEL_TRACES_SAMPLER: 'always_off' });
    const id = (await api().request('GET', '/me', { key })).headers['x-request-id'];
    expect(lineOf(api(), id)?.trace_id).toBe(traceIdOf(id));
    expect(sink.spans).toEqual([]);
  });
});
