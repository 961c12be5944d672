import { afterEach } from 'vitest';
import type { Access, Tokens } from '../../../src/crm/connector.ts';
import { hubspotConnector } from '../../../src/crm/hubspot/connector.ts';
import { pipedriveConnector } from '../../../src/crm/pipedrive/connector.ts';
import { salesforceConnector } from '../../../src/crm/salesforce/connector.ts';
import type { Chance } from './chance.ts';
import { fakeConfig, useCrmApi } from './crm-client.ts';
import { FakeHubspot } from './fake-hubspot.ts';
import type { FakeOAuth } from './fake-oauth.ts';
import { FakePipedrive } from './fake-pipedrive.ts';
import { FakeSalesforce } from './fake-salesforce.ts';
import type { FakeServer } from './fake-server.ts';
import type { WindowWorld } from './window-world.ts';

export const providerNames = ['hubspot', 'pipedrive', 'salesforce'] as const;
export type ProviderName = (typeof providerNames)[number];

/** A fake whose records people edit, with what a connection to it needs. */
export type ProviderWorld = WindowWorld & { server: FakeServer; oauth: FakeOAuth; access: Access };

/** The delay of an index: at most five minutes, as with real indexes. */
const lag = (random: Chance) => () => (random() < 0.5 ? 0 : Math.floor(random() * 5 * 60_000));
const pick = <Item>(items: Item[], random: Chance) => items[Math.floor(random() * items.length)];
const textOf = (title: unknown, amount: unknown, outcome: unknown) =>
  `${title} ${amount} ${outcome}`;

/** Worlds of each provider. They end with the test. */
export function useProviderWorlds(): Record<
  ProviderName,
  (random: Chance, input?: { isLate: boolean }) => Promise<ProviderWorld>
> {
  const apis = useCrmApi();
  const fakes: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    await apis.close();
    await Promise.all(fakes.splice(0).map((fake) => fake.close()));
  });
  const madeOf = (
    fake: { url: string; server: FakeServer; oauth: FakeOAuth; close(): Promise<void> },
    rest: Pick<ProviderWorld, 'connector' | 'change' | 'truth'>,
  ): ProviderWorld => {
    fakes.push(fake);
    const { server, oauth } = fake;
    server.keepsRequests = false;
    server.clock.stands = Date.now();
    const { access: access_token, refresh: refresh_token } = oauth.grant();
    const host = rest.connector.provider === 'hubspot' ? null : fake.url;
    const tokens: Tokens = { access_token, refresh_token, expires_at: null, host };
    const access: Access = { kind: 'oauth', tokens };
    const api = apis.make({ connector: rest.connector, config: fakeConfig(fake.url), access });
    return { ...rest, api, clock: server.clock, server, oauth, access };
  };
  return {
    async hubspot(random, { isLate } = { isLate: true }) {
      const fake = await FakeHubspot.start();
      fake.oauth.accessLifeMs = 24 * 60 * 60_000;
      fake.shortPages = 3;
      if (isLate) fake.lag(lag(random));
      const connector = hubspotConnector(fakeConfig(fake.url));
      return madeOf(fake, { connector, ...livingHubspot(fake) });
    },
    async pipedrive(random, { isLate } = { isLate: true }) {
      const fake = await FakePipedrive.start();
      fake.oauth.accessLifeMs = 24 * 60 * 60_000;
      fake.pageCap = 3;
      if (isLate) fake.lag(lag(random));
      const connector = pipedriveConnector(fakeConfig(fake.url));
      return madeOf(fake, { connector, ...livingPipedrive(fake) });
    },
    async salesforce(random, { isLate } = { isLate: true }) {
      const fake = await FakeSalesforce.start();
      fake.oauth.accessLifeMs = 24 * 60 * 60_000;
      fake.batch = 3;
      if (isLate) fake.rows.lagMs = lag(random);
      const connector = salesforceConnector(fakeConfig(fake.url));
      return madeOf(fake, { connector, ...livingSalesforce(fake) });
    },
  };
}

type Living = Pick<WindowWorld, 'change' | 'truth'>;

function livingHubspot(fake: FakeHubspot): Living {
  const outcomes = [
    { hs_is_closed: 'false', hs_is_closed_won: 'false' },
    { hs_is_closed: 'true', hs_is_closed_won: 'true' },
    { hs_is_closed: 'true', hs_is_closed_won: 'false' },
  ];
  const outcomeOf = ({ hs_is_closed, hs_is_closed_won }: Record<string, string | null>) =>
    hs_is_closed_won === 'true' ? 'won' : hs_is_closed === 'true' ? 'lost' : 'open';
  return {
    change: (dice) => {
      const deal = pick([...fake.deals.live.keys()], dice);
      const other = pick([...fake.deals.live.keys()], dice);
      const archived = pick([...fake.archivedDeals.keys()], dice);
      const way = dice();
      if (!deal || way < 0.35) fake.addDeal({ amount: `${Math.floor(dice() * 1e6)}.10` });
      else if (way < 0.6) fake.editDeal(deal, { dealname: `Titel ${dice()}` });
      else if (way < 0.7) fake.editDeal(deal, pick(outcomes, dice) ?? {});
      else if (way < 0.8) fake.archiveDeal(deal);
      else if (way < 0.9 && archived) fake.restoreDeal(archived);
      else if (other && other !== deal) fake.mergeDeals(deal, other);
    },
    truth: () =>
      new Map(
        [...fake.deals.live.values()].map(({ id, properties }) => [
          id,
          textOf(properties.dealname, properties.amount, outcomeOf(properties)),
        ]),
      ),
  };
}

function livingPipedrive(fake: FakePipedrive): Living {
  const there = () => [...fake.deals.live.values()].filter(({ status }) => status !== 'deleted');
  return {
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
      new Map(there().map(({ id, title, value, status }) => [id, textOf(title, value, status)])),
  };
}

function livingSalesforce(fake: FakeSalesforce): Living {
  const outcomeOf = ({ IsClosed, IsWon }: Record<string, unknown>) =>
    IsWon ? 'won' : IsClosed ? 'lost' : 'open';
  return {
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
          .map(({ id, fields }) => [id, textOf(fields.Name, fields.Amount, outcomeOf(fields))]),
      ),
  };
}
