import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { FakeHubspot } from '../crm/harness/fake-hubspot.ts';
import { Hook, openReceiver, useWorker } from '../delivery/harness/hook.ts';
import { read } from '../events/harness/feed.ts';
import { TestApi } from '../harness/api.ts';
import { errorOf, makeSession } from '../harness/app.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { loopbackReceivers } from '../harness/worker.ts';
import { globalIds, makeGlobalCatalog } from '../harness/world.ts';
import { kinds, type Sink, type SinkSpan } from './harness/sink.ts';
import { PARENT, traced, traceIdOf } from './harness/traced.ts';

const api = useApi({ env: { ...loopbackReceivers, TRUST_PROXY: '127.0.0.1' } });
useWorker(api);

beforeAll(() => makeGlobalCatalog(api()));

const content = {
  situation_id: globalIds.situation,
  personality_id: globalIds.personality,
  industry_id: globalIds.industry,
};

/** A team with a receiver of the event that a new assignment raises. */
async function subscribed() {
  const receiver = await openReceiver();
  const team = await makeTeam(api());
  await Hook.to(api(), { team, url: receiver.url('/hook'), events: ['assignment.created'] });
  return { receiver, team };
}

const assign = (team: TestTeam, headers: Record<string, string> = {}) =>
  team.request('POST', '/assignments', {
    body: {
      member_id: team.owner.memberId,
      title: 'Geheim-Titel',
      note: 'Geheim-Notiz',
      ...content,
    },
    headers,
  });

const isRequest = ({ name }: SinkSpan) => name === 'POST /assignments';
const request = (sink: Sink) => sink.span('the request', isRequest);
const delivery = (sink: Sink) => sink.named('delivery');

describe('one trace: a request, its statements and its deliveries', () => {
  test('the id of the trace is the id of the request, and each span has its parent', async () => {
    const { team, receiver } = await subscribed();
    const sink = await traced();
    const { status, headers } = await assign(team);
    expect(status).toBe(201);
    const root = await request(sink);
    const sent = await delivery(sink);
    const traceId = traceIdOf(headers['x-request-id']);
    expect(root).toMatchObject({ traceId, kind: kinds.server });
    expect(root.parentSpanId ?? '').toBe('');
    expect(root.attributes).toEqual({
      'http.request.method': 'POST',
      'http.response.status_code': 201,
      'http.route': '/assignments',
      'team_api.request_id': headers['x-request-id'],
      'team_api.tenant_id': team.tenantId,
      'team_api.key_id': team.keyId,
    });
    const below = sink.childrenOf(root).map(({ name }) => name);
    expect(below).toContain('admission');
    expect(below).toContain('INSERT assignment');
    const statement = sink.childrenOf(root).find(({ name }) => name === 'INSERT assignment');
    expect(statement).toMatchObject({
      kind: kinds.client,
      attributes: {
        'db.system.name': 'postgresql',
        'db.operation.name': 'INSERT',
        'db.query.summary': 'INSERT assignment',
      },
    });
    expect(sent).toMatchObject({ traceId, parentSpanId: root.spanId, kind: kinds.consumer });
    const post = sink.childrenOf(sent).find(({ name }) => name === 'POST');
    expect(post).toMatchObject({
      kind: kinds.client,
      attributes: { 'http.request.method': 'POST', 'http.response.status_code': 200 },
    });
    expect(receiver.requests[0]?.headers).not.toHaveProperty('traceparent');
    const job = await sink.named('process webhook.deliver');
    expect(job).toMatchObject({
      kind: kinds.consumer,
      attributes: { 'messaging.system': 'graphile_worker' },
    });
    expect(root.resource).toMatchObject({ 'service.name': 'team-api' });
  });

  test('a trace that a proxy has begun has the request; the deliveries have one of their own, with a link', async () => {
    const { team } = await subscribed();
    const sink = await traced();
    const { headers } = await assign(team, { traceparent: PARENT.header });
    const root = await request(sink);
    expect(root).toMatchObject({ traceId: PARENT.traceId, parentSpanId: PARENT.spanId });
    const sent = await delivery(sink);
    const raised = await sink.named('events');
    const traceId = traceIdOf(headers['x-request-id']);
    expect(raised).toMatchObject({ traceId, kind: kinds.producer });
    expect(raised.links).toEqual([
      expect.objectContaining({ traceId: root.traceId, spanId: root.spanId }),
    ]);
    expect(sent).toMatchObject({ traceId, parentSpanId: raised.spanId });
  });

  test('TRACE_OUTGOING=on: a receiver gets the trace of the delivery, and the body and signature as ever', async () => {
    const { team, receiver } = await subscribed();
    const sink = await traced({ TRACE_OUTGOING: 'on' });
    await assign(team);
    const sent = await delivery(sink);
    const [post] = sink.childrenOf(sent);
    expect(receiver.requests[0]?.headers.traceparent).toBe(`00-${sent.traceId}-${post?.spanId}-01`);
  });

  test('a CRM gets the trace only with TRACE_OUTGOING=on', async () => {
    const hubspot = await FakeHubspot.start();
    onTestFinished(() => hubspot.close());
    const crms = await TestApi.start({ env: { HUBSPOT_BASE_URL: hubspot.url }, asksCrms: true });
    onTestFinished(() => crms.stop());
    const team = await makeTeam(crms);
    const { app } = await makeSession(team, team.owner);
    // A token that HubSpot refuses leaves the account free for the second call.
    const credentials = { access_token: 'pat-eu1-fake-token-9999' };
    /** What one call has sent to the CRM. */
    const headersOf = async () => {
      const before = hubspot.server.requests.length;
      await errorOf(app.crm.connect.mutate({ provider: 'hubspot', credentials }));
      return hubspot.server.requests.slice(before).map(({ headers }) => headers.traceparent);
    };
    await traced();
    expect(new Set(await headersOf())).toEqual(new Set([undefined]));
    const sink = await traced({ TRACE_OUTGOING: 'on' });
    const [sent] = await headersOf();
    const call = await sink.span(
      'a call of the CRM',
      ({ spanId }) => sent?.includes(spanId) ?? false,
    );
    expect(sent).toBe(`00-${call.traceId}-${call.spanId}-01`);
  });

  test('a call that waits for events says how long: the log and the metrics leave this time out', async () => {
    const { team } = await subscribed();
    const { cursor } = await read(team);
    const sink = await traced();
    await read(team, { wait: '1', cursor });
    const root = await sink.named('GET /events');
    const [begun, ended] = [root.startTimeUnixNano, root.endTimeUnixNano].map(Number);
    const lastedMs = ((ended ?? 0) - (begun ?? 0)) / 1e6;
    expect(lastedMs).toBeGreaterThan(990);
    const waited = Number(root.attributes['team_api.waited_ms']);
    expect(waited).toBeGreaterThan(900);
    expect(waited).toBeLessThanOrEqual(Math.ceil(lastedMs));
  });

  test('of a trace that is not recorded, a receiver learns this', async () => {
    const { team, receiver } = await subscribed();
    const sink = await traced({ TRACE_OUTGOING: 'on', OTEL_TRACES_SAMPLER: 'always_off' });
    const { headers } = await assign(team);
    await receiver.waitFor(() => receiver.requests.length > 0);
    const traceId = traceIdOf(headers['x-request-id']);
    expect(receiver.requests[0]?.headers.traceparent).toMatch(
      new RegExp(`^00-${traceId}-[0-9a-f]{16}-00$`),
    );
    expect(sink.spans).toEqual([]);
  });

  test('a request that fails has the status of an error; one that is refused has not', async () => {
    const { team } = await subscribed();
    const sink = await traced();
    expect((await team.request('GET', '/assignments/none')).status).toBe(404);
    const refused = await sink.named('GET /assignments/{assignment_id}');
    expect(refused.status.code).toBe(0);
    expect(refused.attributes).toMatchObject({ 'team_api.code': 'not_found' });
    const gone = await api().request('GET', '/me', { key: 'svck_live_wrong' });
    expect(gone.status).toBe(401);
    const unknown = await sink.span(
      '401',
      (one) => one.attributes['http.response.status_code'] === 401,
    );
    expect(unknown.attributes).not.toHaveProperty('team_api.tenant_id');
  });

  test('OTEL_TRACES_SAMPLER: process and worker decide alike, so a trace is whole or not there', async () => {
    const { team, receiver } = await subscribed();
    const sink = await traced({
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.5',
    });
    const ids: string[] = [];
    for (let n = 0; n < 24; n++) {
      ids.push(traceIdOf((await assign(team)).headers['x-request-id']));
    }
    await receiver.waitFor(() => receiver.requests.length === ids.length);
    const begun = () => new Set(sink.spans.filter(isRequest).map(({ traceId }) => traceId));
    const delivered = () =>
      new Set(sink.spans.filter(({ name }) => name === 'delivery').map(({ traceId }) => traceId));
    await sink.span('all deliveries', () => delivered().size >= begun().size && begun().size > 0);
    const some = [...begun()];
    expect(some.length).toBeGreaterThan(2);
    expect(some.length).toBeLessThan(ids.length - 2);
    expect(delivered()).toEqual(begun());
  });
});
