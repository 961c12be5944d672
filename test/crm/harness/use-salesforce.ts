import { afterEach, beforeEach } from 'vitest';
import type { Access } from '../../../src/crm/connector.ts';
import type { CrmApi } from '../../../src/crm/crm-api.ts';
import { CrmFailure } from '../../../src/crm/crm-failure.ts';
import { salesforceConnector } from '../../../src/crm/salesforce/connector.ts';
import { fakeConfig, readWhole, useCrmApi } from './crm-api.ts';
import { FakeSalesforce } from './fake-salesforce.ts';

export const apis = useCrmApi();
export let fake: FakeSalesforce;
export let api: CrmApi;

/** A provider for each test of the file. */
export function useSalesforce(): void {
  beforeEach(async () => {
    fake = await FakeSalesforce.start();
    api = connect();
  });
  afterEach(async () => {
    await apis.close();
    await fake.close();
  });
}

export const connector = () => salesforceConnector(fakeConfig(fake.url));

export function byToken(): Access {
  const { access } = fake.oauth.grant();
  const entered = { my_domain: 'acme', consumer_key: 'k', consumer_secret: 's' };
  const tokens = { access_token: access, refresh_token: '', expires_at: null, host: fake.url };
  return { kind: 'token', entered, tokens };
}

export function connect(access: Access = byToken()): CrmApi {
  return apis.make({ connector: connector(), config: fakeConfig(fake.url), access });
}

export const read = (given: Partial<Parameters<typeof readWhole>[0]> = {}) =>
  readWhole({ connector: connector(), api, ...given });

export const hour = 60 * 60 * 1000;
export const lastHour = () => {
  const now = fake.clock.now();
  return { since: new Date(now - hour), until: new Date(now + 2000) };
};
export const idsOf = (records: { externalId: string }[]) =>
  records.map(({ externalId }) => externalId);

export const failureOf = async (run: Promise<unknown>) => {
  const error = await run.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return error instanceof CrmFailure ? { reason: error.reason, ...error.facts } : error;
};
