import { beforeAll, expect, test } from 'vitest';
import { Outgoing } from '../../src/shared/process/outgoing.ts';
import { type Browser, makeSession } from '../harness/app.ts';
import { type NamedProcedure, procedures } from '../harness/app-answers.ts';
import { useApi } from '../harness/use-api.ts';
import { makeGlobalCatalog, makeWorld, type World } from '../harness/world.ts';
import { validInput } from '../trpc/harness/inputs.ts';

const outgoing = new Outgoing();
const api = useApi({ outgoing });
let world: World;
let owner: Browser;

beforeAll(async () => {
  await makeGlobalCatalog(api());
  world = await makeWorld(api());
  owner = await makeSession(world.team, world.team.owner);
});

const sending = [
  'crm.beginOAuth',
  'crm.connect',
  'crm.finishOAuth',
  'crm.reconnect',
  'members.invite',
  'members.inviteAgain',
  'members.inviteMany',
  'webhooks.retryAll',
  'webhooks.retryDelivery',
  'webhooks.testEndpoint',
];

/** The answer to a consent names a consent that was begun, and none can be begun now. */
const inputOf = (procedure: NamedProcedure) =>
  procedure.name === 'crm.finishOAuth'
    ? { state: 'x'.repeat(43), code: 'code' }
    : validInput(procedure, world, owner);

test.each(sending)(
  'while nothing may be sent, %s is refused with a text for people',
  async (name) => {
    const procedure = procedures.find((one) => one.name === name);
    if (!procedure) throw new Error(`There is no procedure ${name}`);
    owner.headers = { 'accept-language': 'de' };
    const answer = await owner.call(name, 'mutation', await inputOf(procedure));
    expect(answer).toMatchObject({
      error: {
        data: {
          code: 'unavailable',
          httpStatus: 503,
          explanation:
            'Diese Installation sendet zurzeit nichts. Der Betreiber hat das abgeschaltet.',
        },
      },
    });
  },
);

test('a key gets 503 for what sends, and its Idempotency-Key stays free for later', async () => {
  const { team, endpoint, delivery } = world;
  const requests = [
    ['/users', { email: 'guest@example.com' }],
    [`/webhook-endpoints/${endpoint}/test`],
    [`/webhook-deliveries/${delivery}/retry`],
  ] as const;
  const send = ([path, body]: (typeof requests)[number]) =>
    team.request('POST', path, { ...(body ? { body } : {}), headers: { 'idempotency-key': path } });
  for (const request of requests) {
    const { status, body, headers } = await send(request);
    expect([status, body.code, headers['retry-after']]).toEqual([503, 'unavailable', '5']);
  }
  expect((await team.request('GET', '/users')).status).toBe(200);
  outgoing.open();
  for (const request of requests) expect((await send(request)).status).toBeLessThan(300);
});
