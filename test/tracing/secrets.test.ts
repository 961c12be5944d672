import { expect, onTestFinished, test } from 'vitest';
import { routes } from '../../src/rest/routes.ts';
import { insertConnection } from '../crm/harness/connection.ts';
import { FakeHubspot } from '../crm/harness/fake-hubspot.ts';
import { Hook, openReceiver } from '../delivery/harness/hook.ts';
import { makeSession } from '../harness/app.ts';
import { startSmtp } from '../harness/smtp.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { validRequest, withBody } from '../harness/valid-requests.ts';
import { loopbackReceivers, startTestWorker } from '../harness/worker.ts';
import { makeWorld } from '../harness/world.ts';
import type { SinkSpan } from './harness/sink.ts';
import { traced } from './harness/traced.ts';

const api = useApi({ env: loopbackReceivers });

const id = (prefix: string) => new RegExp(`^${prefix}_[0-9a-z]{26}$`);
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const count = /^\d{1,9}$/;

/** All that a span may say. What is not here may be a body, a name, an address or a key. */
const attributes: Record<string, RegExp> = {
  'db.operation.name': /^(SELECT|INSERT|UPDATE|DELETE|BEGIN|COMMIT|ROLLBACK|SET|SAVEPOINT)$/,
  'db.query.summary': /^[A-Z]+( [a-z_]+)?$/,
  'db.system.name': /^postgresql$/,
  'error.type': /^[A-Za-z0-9_]{1,40}$/,
  'http.request.method': /^(GET|POST|PATCH|DELETE|HEAD)$/,
  'http.response.status_code': /^[1-5]\d\d$/,
  'http.route': /^\/[a-z{}_/-]*$/,
  'messaging.destination.name': /^[a-z_]+\.[a-z_]+$/,
  'messaging.message.id': /^(\d+|evt_[0-9a-z]{26})$/,
  'messaging.operation.type': /^process$/,
  'messaging.system': /^graphile_worker$/,
  'rpc.method': /^[a-zA-Z]+\.[a-zA-Z]+$/,
  'rpc.system': /^trpc$/,
  'team_api.attempt': count,
  'team_api.caller': /^(app|command_line|service)$/,
  'team_api.code': /^[a-z_]+$/,
  'team_api.crm.connection_id': id('con'),
  'team_api.crm.provider': /^(hubspot|pipedrive|salesforce|demo)$/,
  'team_api.delivery_id': id('whd'),
  'team_api.endpoint_id': id('whe'),
  'team_api.key_id': id('key'),
  'team_api.lease_no': count,
  'team_api.mail_id': id('mail'),
  'team_api.request_id': uuid,
  'team_api.tenant_id': id('ten'),
  'team_api.waited_ms': /^\d{1,9}$/,
};
const ofResource: Record<string, RegExp> = {
  'service.instance.id': uuid,
  'service.name': /^team-api$/,
  'service.version': /^\d+\.\d+\.\d+$/,
};

const misfits = (found: Record<string, unknown>, allowed: Record<string, RegExp>) =>
  Object.entries(found).filter(([name, value]) => !allowed[name]?.test(String(value)));

const isOdd = (span: SinkSpan) =>
  !/^([A-Z]+ )?[a-zA-Z_./{} -]{0,80}$/.test(span.name) ||
  (span.events ?? []).length > 0 ||
  (span.status.message ?? '') !== '';

test('no span has a body, a name, an address or a key: every operation, a call of the app, a delivery, a mail, a CRM', async () => {
  const world = await makeWorld(api());
  const { team } = world;
  const receiver = await openReceiver();
  await Hook.to(api(), { team, url: receiver.url('/hook'), events: ['member.joined'] });
  const smtp = await startSmtp();
  const hubspot = await FakeHubspot.start();
  const sink = await traced();
  const worker = await startTestWorker(api(), {
    SMTP_URL: smtp.url,
    HUBSPOT_BASE_URL: hubspot.url,
  });
  onTestFinished(async () => {
    await worker.stop();
    await Promise.all([smtp.close(), hubspot.close()]);
  });
  const access = { entered: { access_token: 'pat-eu1-fake-token-0001' }, tokens: null };
  await insertConnection(team, { access: { kind: 'token', ...access } });
  const texts = new Set<string>();
  for (const route of routes) {
    const request = await validRequest(route, world);
    for (const value of Object.values(request.body ?? {})) {
      if (typeof value === 'string' && value.length > 6 && !/^[a-z]{3}_/.test(value))
        texts.add(value);
    }
    const answer = await team.request(route.method, request.path, withBody(request));
    expect([route.template, answer.status < 300]).toEqual([route.template, true]);
    await team.request(route.method, `${request.path}?geheim=query`, withBody(request));
  }
  const owner = await makeSession(team, team.owner);
  await owner.app.members.invite.mutate({ email: 'invited@secret.example' });
  await smtp.received(1);
  // A job that fails: its error names what it has found.
  await api().sql.query("select enqueue('mail.send', $1)", ['{"mail": {"geheim": 1}}']);
  await sink.span('the failed job', ({ attributes }) => attributes['error.type'] === 'ZodError');
  await sink.named('mail');
  await sink.named('delivery');
  await sink.named('crm synchronization');
  await sink.span(
    'a request to the CRM',
    ({ name, traceId }) =>
      name === 'GET' && sink.spans.some((one) => one.traceId === traceId && /^crm/.test(one.name)),
  );
  await until('every operation', () =>
    routes.every(({ method, template }) =>
      sink.spans.some(({ name }) => name === `${method} ${template}`),
    ),
  );
  expect(sink.spans.filter(isOdd).map(({ name }) => name)).toEqual([]);
  expect(sink.spans.flatMap((span) => misfits(span.attributes, attributes))).toEqual([]);
  expect(sink.spans.flatMap((span) => misfits(span.resource, ofResource))).toEqual([]);
  expect(texts.size).toBeGreaterThan(8);
  const secret = [team.key, team.owner.email, 'geheim', 'secret.example', '127.0.0.1', 'pat-eu1'];
  const all = sink.texts.join();
  expect([...secret, ...texts].filter((text) => all.includes(text))).toEqual([]);
});
