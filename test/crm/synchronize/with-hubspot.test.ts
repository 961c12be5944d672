import { expect, onTestFinished, test } from 'vitest';
import { CrmHttp } from '../../../src/crm/http/crm-http.ts';
import { hubspotConnector } from '../../../src/crm/hubspot/connector.ts';
import { synchronize } from '../../../src/worker/crm/synchronize/synchronize.ts';
import { makeTeam } from '../../harness/team.ts';
import { useApi } from '../../harness/use-api.ts';
import { allTheTime, claimNow, depsWith, insertConnection } from '../harness/connection.ts';
import { crmAt, networkOf, tokenAccess } from '../harness/crm-client.ts';
import { FakeHubspot } from '../harness/fake-hubspot.ts';

const api = useApi();
const HOUR_MS = 3_600_000;

/** A connection to a HubSpot with a wrong clock, over real HTTP. */
async function connected(offsetMs: number) {
  const fake = await FakeHubspot.start();
  fake.server.clock.offsetMs = offsetMs;
  const crm = crmAt(fake.url);
  const network = networkOf(crm);
  onTestFinished(async () => {
    await network.close();
    await fake.close();
  });
  const [token = ''] = fake.tokens;
  const team = await makeTeam(api());
  const id = await insertConnection(team, { access: tokenAccess(token) });
  const deps = {
    ...depsWith(api().pool, hubspotConnector(crm.hubspot)),
    openApi: ((connector, access, options) =>
      new CrmHttp({ connector, network, access, ...options })) as ReturnType<
      typeof depsWith
    >['openApi'],
  };
  const sync = async () => synchronize(deps, await claimNow(team, api().pool, id), allTheTime);
  const titles = async () =>
    (
      await api().sql.query(
        'select title from crm_deal where connection_id = $1 order by external_id',
        [id],
      )
    ).rows.map(({ title }) => title);
  return { fake, sync, titles };
}

test("a change is found although HubSpot's clock is two hours behind, more than the overlap", async () => {
  const { fake, sync, titles } = await connected(-2 * HOUR_MS);
  const [deal] = [fake.addDeal({ dealname: 'first' }), fake.addDeal({ dealname: 'other' })];
  expect(await sync()).toBe('ok');
  expect(await titles()).toEqual(['first', 'other']);
  for (const dealname of ['second', 'third']) {
    fake.editDeal(deal ?? '', { dealname });
    expect(await sync()).toBe('ok');
    expect(await titles()).toEqual([dealname, 'other']);
  }
});
