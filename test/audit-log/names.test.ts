import { beforeAll, describe, expect, test } from 'vitest';
import { type Browser, makePerson, makeSession } from '../harness/app.ts';
import { insertDelivery, triedOnce } from '../harness/rows.ts';
import { makeTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { makeGlobalCatalog, makeWorld, type World } from '../harness/world.ts';

const api = useApi();
let world: World;
let owner: Browser;

beforeAll(async () => {
  await makeGlobalCatalog(api());
  world = await makeWorld(api());
  owner = await makeSession(world.team, world.team.owner);
});

async function newestOf(target_id: string, browser = owner) {
  const { data } = await browser.app.auditLog.list.query({ target_id, limit: '1' });
  if (!data[0]) throw new Error(`The audit log has nothing about ${target_id}`);
  return data[0];
}

describe('an entry calls its object by its present name', () => {
  test('of a key, an assignment, a case, an endpoint, a connection and a delivery', async () => {
    const { team, assignment, teamCase, endpoint, connection } = world;
    const { key_id } = await team.createKey({});
    const { app } = owner;
    const { version } = await app.apiKeys.get.query({ key_id });
    await app.apiKeys.rename.mutate({ key_id, version, name: 'After' });
    await team.request('PATCH', `/assignments/${assignment}`, { body: { note: 'x' } });
    await team.request('PATCH', `/cases/${teamCase}`, { body: { title: 'A case of ours' } });
    await team.request('POST', `/webhook-endpoints/${endpoint}/test`);
    await app.crm.pause.mutate({ connection_id: connection });
    const delivery = await insertDelivery(team, { endpoint_id: endpoint, ...triedOnce });
    await app.webhooks.retryDelivery.mutate({ delivery_id: delivery });

    const names = new Map<string, string | null>();
    for (const id of [key_id, assignment, teamCase, endpoint, connection, delivery]) {
      const { target } = await newestOf(id);
      expect(target).toMatchObject({ is_gone: false, can_open: true });
      names.set(id, target.name);
    }
    const { url } = await app.webhooks.getEndpoint.query({ endpoint_id: endpoint });
    const { host } = new URL(url);
    const { name } = await app.crm.getConnection.query({ connection_id: connection });
    const { event } = await app.webhooks.getDelivery.query({ delivery_id: delivery });
    expect([...names.values()]).toEqual([
      'After',
      'A task',
      'A case of ours',
      host,
      name,
      `${event.type} → ${host}`,
    ]);
  });

  test('an entry also names the value of a change, beside its id', async () => {
    const { team, situation } = world;
    const { app } = owner;
    const { version } = await app.policies.get.query({ member_id: null });
    await app.policies.set.mutate({
      member_id: null,
      version,
      situation: { mode: 'block', entry_ids: [situation] },
    });
    const { names, changes } = await newestOf(team.tenantId);
    expect(JSON.stringify(changes)).toContain(situation);
    expect(names).toEqual({ [situation]: expect.stringMatching(/./) });
  });

  test('a deleted object is marked as deleted, and has no name and no page', async () => {
    const { team } = world;
    const made = await team.request('POST', '/webhook-endpoints', {
      body: { url: 'https://gone.example.com/', events: ['member.joined'] },
    });
    const id = String(made.body.id);
    await team.request('DELETE', `/webhook-endpoints/${id}`);
    expect((await newestOf(id)).target).toEqual({
      kind: 'webhook_endpoint',
      id,
      name: null,
      is_gone: true,
      can_open: false,
    });
  });

  test('a former member has the name of that time, and no page', async () => {
    const { team } = world;
    const { memberId } = await makePerson(team);
    await team.request('DELETE', `/users/${memberId}`);
    expect((await newestOf(memberId)).target).toMatchObject({
      name: 'A person',
      is_gone: false,
      can_open: false,
    });
  });

  test('while member_detail_enabled is off, no title is shown, and no link to what is refused', async () => {
    const { team, assignment, teamCase } = world;
    await team.request('PATCH', `/cases/${teamCase}`, { body: { title: 'A case of ours' } });
    await owner.app.team.changePrivacy.mutate({ member_detail_enabled: false });
    const targets = [(await newestOf(assignment)).target, (await newestOf(teamCase)).target];
    await owner.app.team.changePrivacy.mutate({ member_detail_enabled: true });
    const hidden = { name: null, is_gone: false, can_open: false };
    expect(targets).toMatchObject([hidden, hidden]);
  });

  test('an object of another team has no name', async () => {
    const other = await makeTeam(api(), {});
    const stranger = await makeSession(other, other.owner);
    await stranger.app.auditLog.list.query({});
    await api().sql.query(`update audit_entry set target_id = $2 where tenant_id = $1`, [
      other.tenantId,
      world.endpoint,
    ]);
    const { data } = await stranger.app.auditLog.list.query({ target_id: world.endpoint });
    for (const { target } of data) expect(target).toMatchObject({ name: null, is_gone: true });
    expect(data.length).toBeGreaterThan(0);
  });
});
