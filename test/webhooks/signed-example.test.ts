import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import fc from 'fast-check';
import Stripe from 'stripe';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { events } from '../../src/features/webhooks/events.schema.ts';
import { Hook } from '../delivery/harness/hook.ts';
import { type Browser, codeOf, makePerson, makeSession } from '../harness/app.ts';
import { runs } from '../harness/rounds.ts';
import { auditOf, insertDelivery, insertEndpoint, triedOnce } from '../harness/rows.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { loopbackReceivers } from '../harness/worker.ts';

const api = useApi({ env: loopbackReceivers });
const { webhooks } = new Stripe('sk_test_none');

let team: TestTeam;
let admin: Person;
let browser: Browser;

beforeAll(async () => {
  // The library looks at the age of a signature.
  api().clock.travel(Date.now() - api().clock.now().getTime());
  team = await makeTeam(api(), { rateLimit: 1_000_000, seats: 1_000 });
  admin = await makePerson(team, { role: 'admin', canManageKeys: true });
  browser = await makeSession(team, admin);
});

const hookTo = (url: string) => Hook.to(api(), { url, team });

describe('a signed example for the machine of a developer', () => {
  type Input = Parameters<typeof browser.app.webhooks.signedExample.mutate>[0];
  const sign = (input: Input) => browser.app.webhooks.signedExample.mutate(input);
  const target = 'http://localhost:8080/';
  let hook: Hook;

  beforeAll(async () => {
    hook = await hookTo('https://127.0.0.1:2/');
  });

  test('pasted into a shell, the line sends the event with a genuine signature', async () => {
    const received: string[] = [];
    const server = createServer(async (request, response) => {
      const body = String(Buffer.concat(await request.toArray()));
      const signature = String(request.headers['svc-signature']);
      received.push(`${request.url} ${request.headers['content-type']} ${body} ${signature}`);
      response.end('thanks');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const type = 'evaluation.completed';
    const address = `http://127.0.0.1:${port}/a'b?x=$(touch%20y)&z=[1]{2}`;
    const { curl, body, headers } = await sign({
      endpoint_id: hook.endpointId,
      target: address,
      type,
    });
    const { stdout } = await promisify(execFile)('sh', ['-c', curl]);
    expect(stdout).toBe('thanks');
    expect(received).toHaveLength(1);
    // The address must arrive unchanged: between double quotes, the shell would run the command in the address.
    const requested = address.slice(address.indexOf("/a'b"));
    expect(received[0]).toBe(`${requested} application/json ${body} ${headers['svc-signature']}`);
    webhooks.constructEvent(body, headers['svc-signature'] ?? '', hook.secret);
  });

  test.each(Object.keys(events) as (keyof typeof events)[])(
    'signs the example of %s in the document',
    async (type) => {
      const { body, headers } = await sign({ endpoint_id: hook.endpointId, target, type });
      const sent = JSON.parse(body);
      const example = events[type].meta()?.examples?.[0];
      expect({ ...sent, id: '' }).toEqual({ ...Object(example), id: '' });
      const event = webhooks.constructEvent(body, headers['svc-signature'] ?? '', hook.secret);
      expect(event.id).toBe(headers['svc-event-id']);
    },
  );

  test('each line has an event id of its own, so that a receiver handles each', async () => {
    const input = { endpoint_id: hook.endpointId, target, type: 'training.completed' } as const;
    const lines = [await sign(input), await sign(input)];
    const ids = lines.map(({ body }) => JSON.parse(body).id);
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(id).toMatch(/^evt_[0-9a-z]{26}$/);
    expect(lines.map(({ headers }) => headers['svc-event-id'])).toEqual(ids);
  });

  test('signs the stored bytes of a delivery; the signature is valid for five minutes, and the audit log has an entry', async () => {
    const id = await insertDelivery(team, { endpoint_id: hook.endpointId, ...triedOnce });
    const { event } = await browser.app.webhooks.getDelivery.query({ delivery_id: id });
    const before = api().clock.now().getTime();
    const signed = await sign({ endpoint_id: hook.endpointId, target, delivery_id: id });
    expect(signed.body).toBe(event.body);
    const lasts = Date.parse(signed.expires_at) - before;
    expect(lasts).toBeGreaterThan(298_000);
    expect(lasts).toBeLessThanOrEqual(301_000);
    expect(await auditOf(team, hook.endpointId)).toContainEqual({
      action: 'webhook_endpoint.example_signed',
      changes: { delivery_id: id },
    });
    await team.set({ member_detail_enabled: false });
    try {
      const hidden = sign({ endpoint_id: hook.endpointId, target, delivery_id: id });
      expect(await codeOf(hidden)).toBe('privacy_restricted');
    } finally {
      await team.set({ member_detail_enabled: true });
    }
  });

  test('signs neither bytes that the caller chooses nor the events of another team', async () => {
    const stranger = await makeTeam(api());
    const foreign = await insertEndpoint(stranger);
    const delivery_id = await insertDelivery(stranger, { endpoint_id: foreign, ...triedOnce });
    const { endpointId: endpoint_id } = hook;
    const type = 'ping';
    expect(await codeOf(sign({ endpoint_id, target, delivery_id }))).toBe('not_found');
    expect(await codeOf(sign({ endpoint_id: foreign, target, type }))).toBe('not_found');
    expect(await codeOf(sign({ endpoint_id, target }))).toBe('validation_error');
    expect(await codeOf(sign({ endpoint_id, target, type, delivery_id }))).toBe('validation_error');
    const unreadable = await insertEndpoint(team);
    expect(await codeOf(sign({ endpoint_id: unreadable, target, type }))).toBe('conflict');
    for (const bad of ['file:///etc/passwd', 'localhost:80', 'http://a:b@c/', 'x', '-o /tmp/x']) {
      expect([bad, await codeOf(sign({ endpoint_id, target: bad, type }))]).toEqual([
        bad,
        'validation_error',
      ]);
    }
  });

  test('a shell reads each address as one word', async () => {
    // Random characters are rarely special to a shell, so half of them are drawn from a list of special ones.
    const special = fc.constantFrom(...'$`\'"\\!&;|<>(){}[]*?~# \t');
    const unit = fc.oneof(special, fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }));
    const hostile = fc.string({ unit, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(hostile, async (path) => {
        const url = `http://localhost:8080/${path}`;
        const input = { endpoint_id: hook.endpointId, target: url, type: 'ping' } as const;
        if ((await codeOf(sign(input))) !== 'ok') return;
        const { curl, body } = await sign(input);
        const line = `set -- ${curl}; shift 17; printf '%s\\n' "$@"`;
        const { stdout } = await promisify(execFile)('sh', ['-c', line]);
        const { href } = new URL(url);
        // An address with brackets adds one word to the command (`--globoff`), so `shift 17` also leaves the body.
        const last = /[[\]{}]/.test(href) ? [body, href] : [href];
        expect(stdout).toBe(`${last.join('\n')}\n`);
      }),
      { numRuns: runs({ few: 8, all: 25 }) },
    );
  });
});
