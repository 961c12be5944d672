import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestApi } from '../../harness/api.ts';
import { makeSession } from '../../harness/app.ts';
import { makeTeam } from '../../harness/team.ts';
import { FakeSalesforce } from '../harness/fake-salesforce.ts';
import { FakeServer } from '../harness/fake-server.ts';

let fake: FakeSalesforce;
/** Takes the place of login.salesforce.com. That server gives no tokens for a consumer key. */
let login: FakeServer;
let api: TestApi;

beforeAll(async () => {
  fake = await FakeSalesforce.start();
  login = new FakeServer(() => ({ status: 400, json: { error: 'invalid_grant' } }));
  await login.listen();
  const env = { SALESFORCE_BASE_URL: fake.url, SALESFORCE_OAUTH_URL: login.url };
  api = await TestApi.start({ env, asksCrms: true });
});
afterAll(async () => {
  await api.stop();
  await Promise.all([fake.close(), login.close()]);
});

test('the consumer secret that a person enters is sent to the My Domain and nowhere else', async () => {
  const team = await makeTeam(api);
  const { app } = await makeSession(team, team.owner);
  const { key: consumer_key, secret: consumer_secret } = fake.keys;
  const credentials = { my_domain: 'acme', consumer_key, consumer_secret };
  const made = await app.crm.connect.mutate({ provider: 'salesforce', credentials });
  expect(made).toMatchObject({ account_id: fake.organization.id, access: { kind: 'token' } });
  expect(login.count()).toBe(0);
});
