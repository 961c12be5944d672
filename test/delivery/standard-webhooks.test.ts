import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { sealSecret } from '../../src/features/webhooks/signing-secret.ts';
import { deriveKey } from '../../src/shared/secrets/seal.ts';
import { encryptionKey } from '../harness/api.ts';
import { makePerson, makeSession } from '../harness/app.ts';
import type { ReceivedRequest } from '../harness/receiver.ts';
import { makeTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { loopbackReceivers } from '../harness/worker.ts';
import { answering, Hook, openReceiver, useWorker } from './harness/hook.ts';

const api = useApi({ env: loopbackReceivers });
useWorker(api);

// These libraries are independent of this project.
const { webhooks } = new Stripe('sk_test_none');
const byLibrary = ({ rawBody, headers }: ReceivedRequest, secret: string) =>
  new Webhook(secret).verify(rawBody, headers as Record<string, string>) as { id: string };
const ours = ({ rawBody, headers }: ReceivedRequest, secret: string) =>
  webhooks.constructEvent(rawBody, String(headers['svc-signature']), secret);

const secretsKey = deriveKey(Buffer.from(encryptionKey, 'hex'), 'webhook-secret');

/** Gives an endpoint a secret of the older form. */
async function setSecret(hook: Hook, secret: string): Promise<void> {
  const owner = { tenantId: hook.team.tenantId, endpointId: hook.endpointId };
  await api().sql.query('update webhook_endpoint set secret = $2 where id = $1', [
    hook.endpointId,
    sealSecret(secretsKey, secret, owner),
  ]);
}

test('the library of Standard Webhooks verifies each attempt with the secret as it is shown', async () => {
  const receiver = await openReceiver(answering(500, 200));
  const hook = await Hook.to(api(), { url: receiver.url() });
  const id = await hook.happen();
  await hook.attempted(id, 1);
  await hook.pass(60_000);
  await hook.ended(id);
  expect(receiver.requests).toHaveLength(2);
  for (const request of receiver.requests) {
    const { headers, rawBody } = request;
    const event = byLibrary(request, hook.secret);
    expect(event).toEqual(ours(request, hook.secret));
    expect(headers['webhook-id']).toBe(event.id);
    expect(headers['svc-event-id']).toBe(event.id);
    expect(headers['svc-signature']).toMatch(`t=${headers['webhook-timestamp']},`);
    // The words of the specification: https://github.com/standard-webhooks/standard-webhooks
    const key = Buffer.from(hook.secret.slice('whsec_'.length), 'base64');
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${rawBody}`;
    const v1 = createHmac('sha256', key).update(signed).digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${v1}`);
    const changed = { ...request, rawBody: Buffer.from(String(rawBody).replace('evt_', 'evT_')) };
    expect(() => byLibrary(changed, hook.secret)).toThrow('No matching signature');
  }
});

test('a secret is Base64 of 33 bytes, without padding, and decodes to them', async () => {
  const receiver = await openReceiver();
  for (let n = 0; n < 20; n += 1) {
    const { secret } = await Hook.to(api(), { url: receiver.url() });
    const text = secret.slice('whsec_'.length);
    expect([text.length, Buffer.from(text, 'base64').length]).toEqual([44, 33]);
    expect(Buffer.from(text, 'base64').toString('base64')).toBe(text);
  }
});

test('a secret of the older form still signs, and adds no header that libraries could not verify', async () => {
  const receiver = await openReceiver();
  const hook = await Hook.to(api(), { url: receiver.url() });
  for (const old of [
    'whsec_4fT9xQm2LrV7bKc1WnZ8sYd5HgJ3pEa6UtRi0oBvNqM',
    'whsec_zJ5nT0qVb7Kx2mC9yR4wD1sF8gH3pL6aU_eN-oXiQkE',
  ]) {
    await setSecret(hook, old);
    await hook.ended(await hook.happen());
    const request = receiver.requests.at(-1) as ReceivedRequest;
    expect(ours(request, old)).toMatchObject({ type: 'member.joined' });
    expect(Object.keys(request.headers).filter((name) => name.startsWith('webhook-'))).toEqual([]);
  }
});

test('while a secret is renewed, each request can be verified with the old or the new secret', async () => {
  const receiver = await openReceiver();
  const team = await makeTeam(api());
  // The member is made before the endpoint, which would otherwise get an event about this member.
  const admin = await makePerson(team, { role: 'admin', canManageKeys: true });
  const hook = await Hook.to(api(), { url: receiver.url(), team });
  const browser = await makeSession(hook.team, admin);
  const { secret } = await browser.app.webhooks.replaceSecret.mutate({
    endpoint_id: hook.endpointId,
  });
  await hook.happen();
  await until('both deliveries', () => receiver.requests.length === 2);
  const pair = receiver.requests;
  expect(new Set(pair.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  for (const own of [hook.secret, secret]) {
    const genuine = pair.filter((request) => {
      try {
        return byLibrary(request, own).id.startsWith('evt_');
      } catch {
        return false;
      }
    });
    expect(genuine).toHaveLength(1);
  }
});
