import { afterEach, expect, test } from 'vitest';
import { pipedriveConnector } from '../../src/crm/pipedrive/connector.ts';
import { salesforceConnector } from '../../src/crm/salesforce/connector.ts';
import { rounds } from '../harness/rounds.ts';
import { fakeConfig, useCrmApi } from './harness/crm-client.ts';
import { FakePipedrive } from './harness/fake-pipedrive.ts';
import { FakeSalesforce } from './harness/fake-salesforce.ts';
import { livesWell, type Random, randomOf, type WindowWorld } from './harness/window-world.ts';

const apis = useCrmApi();
const fakes: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await apis.close();
  await Promise.all(fakes.splice(0).map((fake) => fake.close()));
});

const worlds = { pipedrive: pipedriveWorld, salesforce: salesforceWorld };
const names = ['pipedrive', 'salesforce'] as const;
const each = rounds({ few: 4, all: 200 }).flatMap((round) =>
  names.map((name) => [round, name] as const),
);

test.each(each)('round %i: at the end the store equals %s', async (round, name) => {
  const random = randomOf(round);
  expect(await livesWell(await worlds[name](random), random)).toBe(true);
});

test.each(names)('without an overlap, worlds of %s lose something', async (name) => {
  let lost = 0;
  for (let round = 1; round <= 20 && lost === 0; round++) {
    const random = randomOf(round);
    if (!(await livesWell(await worlds[name](random), random, 0))) lost += 1;
  }
  expect(lost).toBe(1);
});

/** Up to five minutes, as long as an index may take. */
const lag = (random: Random) => () => (random() < 0.5 ? 0 : Math.floor(random() * 5 * 60_000));
const pick = <Item>(items: Item[], random: Random) => items[Math.floor(random() * items.length)];

async function pipedriveWorld(random: Random): Promise<WindowWorld> {
  const fake = await FakePipedrive.start();
  fakes.push(fake);
  fake.server.keepsRequests = false;
  fake.clock.stands = Date.now();
  fake.pageCap = 3;
  fake.lag(lag(random));
  const config = fakeConfig(fake.url);
  const connector = pipedriveConnector(config);
  const entered = { api_token: fake.apiToken, company: 'acme' };
  const api = apis.make({ connector, config, access: { kind: 'token', entered, tokens: null } });
  const there = () => [...fake.deals.live.values()].filter(({ status }) => status !== 'deleted');
  return {
    connector,
    api,
    clock: fake.clock,
    change: (dice) => {
      const deal = pick([...fake.deals.live.values()], dice);
      const way = dice();
      if (!deal || way < 0.35) fake.addDeal({ value: `${Math.floor(dice() * 1e6)}.10` });
      else if (way < 0.6) fake.changeDeal(deal.id, { title: `Titel ${dice()}` });
      else if (way < 0.7) fake.deleteDeal(deal.id);
      else if (way < 0.8) fake.restoreDeal(deal.id);
      else if (way < 0.9) fake.changeDeal(deal.id, { isArchived: !deal.isArchived });
      else fake.mergeDeals(deal.id, pick(there(), dice)?.id ?? deal.id);
    },
    truth: () =>
      new Map(there().map(({ id, title, value, status }) => [id, `${title} ${value} ${status}`])),
  };
}

async function salesforceWorld(random: Random): Promise<WindowWorld> {
  const fake = await FakeSalesforce.start();
  fakes.push(fake);
  fake.server.keepsRequests = false;
  fake.clock.stands = Date.now();
  fake.oauth.accessLifeMs = 24 * 60 * 60 * 1000;
  fake.batch = 3;
  fake.rows.lagMs = lag(random);
  const config = fakeConfig(fake.url);
  const connector = salesforceConnector(config);
  const { access: access_token } = fake.oauth.grant();
  const tokens = { access_token, refresh_token: 'r', expires_at: null, host: fake.url };
  const api = apis.make({ connector, config, access: { kind: 'oauth', tokens } });
  return {
    connector,
    api,
    clock: fake.clock,
    change: (dice) => {
      const row = pick([...fake.rows.live.values()], dice);
      const way = dice();
      if (!row || way < 0.4) fake.addDeal({ Amount: `${Math.floor(dice() * 1e6)}.5` });
      else if (way < 0.75) fake.change(row.id, { Name: `Name ${dice()}` });
      else if (way < 0.85) fake.change(row.id, { IsClosed: true, IsWon: dice() < 0.5 });
      else if (way < 0.95) fake.remove(row.id);
      else fake.restore(row.id);
    },
    truth: () =>
      new Map(
        [...fake.rows.live.values()]
          .filter(({ isDeleted }) => !isDeleted)
          .map(({ id, fields }) => [id, `${fields.Name} ${fields.Amount} ${outcomeOf(fields)}`]),
      ),
  };
}

const outcomeOf = ({ IsClosed, IsWon }: Record<string, unknown>) =>
  IsWon ? 'won' : IsClosed ? 'lost' : 'open';
