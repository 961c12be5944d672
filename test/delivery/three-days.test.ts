import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../src/shared/time/durations.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { loopbackReceivers } from '../harness/worker.ts';
import { answering, Hook, openReceiver, sweeps, useWorker } from './harness/hook.ts';

const api = useApi({ env: loopbackReceivers });
// All four workers may see the same endpoint at once, and one of them must pause it.
for (let n = 0; n < 4; n += 1) useWorker(api);

const delays = [1 / 60, 5 / 60, 0.5, 2, 6, 12, 24].map((hours) => Math.round(hours * HOUR_MS));
const SCHEDULE = delays.reduce((sum, delay) => sum + delay);

const mailsOf = async ({ team }: Hook) => {
  const { rows } = await api().sql.query(
    `select recipient, cause from mail where tenant_id = $1 and cause like 'webhook_paused%'
     order by cause, recipient`,
    [team.tenantId],
  );
  return rows as { recipient: string; cause: string }[];
};

const pausesOf = async ({ team }: Hook) => {
  const { rows } = await api().sql.query(
    `select target_id from audit_entry where tenant_id = $1 and action = 'webhook_endpoint.paused'
     order by target_id`,
    [team.tenantId],
  );
  return rows.map(({ target_id }) => String(target_id));
};

describe('with four workers', () => {
  test('spec: an endpoint with no successful delivery for three days is paused, a quiet one is not', async () => {
    const dead = await openReceiver(answering(500));
    const quiet = await openReceiver();
    const hook = await Hook.to(api(), { url: dead.url() });
    const { team } = hook;
    const silent = await Hook.to(api(), { team, url: quiet.url(), events: ['crm.sync.failed'] });
    await silent.ended(await silent.ping());
    const untouched = await Hook.to(api(), { team, url: quiet.url(), events: ['crm.sync.failed'] });
    const id = await hook.happen();
    for (const [i, delay] of delays.entries()) {
      await hook.attempted(id, i + 1);
      await hook.pass(delay);
    }
    expect(await hook.ended(id)).toMatchObject({ status: 'gave_up', attempt: 8 });
    expect(dead.requests).toHaveLength(8);
    const admin = await team.addMember({ role: 'admin' });
    await hook.pass(72 * HOUR_MS - SCHEDULE - 60_000);
    await sweeps(4);
    expect(await hook.endpoint()).toMatchObject({ status: 'active' });
    await hook.pass(60_000);
    await until('two mails', async () => (await mailsOf(hook)).length >= 2);
    await sweeps(4);
    expect(await hook.endpoint()).toMatchObject({ status: 'disabled_failures' });
    expect(await pausesOf(hook)).toEqual([hook.endpointId]);
    for (const other of [silent, untouched]) {
      expect(await other.endpoint()).toMatchObject({ status: 'active', failing_since: null });
    }
    const recipients = (await mailsOf(hook)).map(({ recipient }) => recipient);
    expect(recipients).toEqual([admin.email, team.owner.email].toSorted());
  });

  test('D168: thirty endpoints at once: each makes one transition, one audit entry, and one mail to each person', async () => {
    const receiver = await openReceiver(answering(500));
    const hook = await Hook.to(api(), { url: receiver.url() });
    await hook.prove();
    const { team } = hook;
    await team.addMember({ role: 'admin' });
    const all = [hook];
    for (let n = 1; n < 30; n += 1) all.push(await Hook.to(api(), { team, url: receiver.url() }));
    await team.addMember();
    for (const one of all) {
      const [delivery] = await one.deliveries();
      await one.attempted(String(delivery?.id), 1);
    }
    await hook.pass(72 * HOUR_MS);
    await until('sixty mails', async () => (await mailsOf(hook)).length >= 60);
    await sweeps(4);
    expect(await pausesOf(hook)).toEqual(all.map(({ endpointId }) => endpointId).toSorted());
    const mails = await mailsOf(hook);
    expect([mails.length, new Set(mails.map(({ cause }) => cause)).size]).toEqual([60, 30]);
  });
});
