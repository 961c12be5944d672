import { afterEach, beforeEach } from 'vitest';
import type { Access } from '../../../src/crm/connector.ts';
import type { CrmApi } from '../../../src/crm/crm-api.ts';
import { CrmFailure } from '../../../src/crm/crm-failure.ts';
import { pipedriveConnector } from '../../../src/crm/pipedrive/connector.ts';
import { fakeConfig, readWhole, useCrmApi } from './crm-api.ts';
import { FakePipedrive } from './fake-pipedrive.ts';

export const apis = useCrmApi();
export let fake: FakePipedrive;
export let api: CrmApi;

/** A provider for each test of the file. */
export function usePipedrive(): void {
  beforeEach(async () => {
    fake = await FakePipedrive.start();
    api = connect();
  });
  afterEach(async () => {
    await apis.close();
    await fake.close();
    apis.clock.waited.length = 0;
  });
}

export const connector = () => pipedriveConnector(fakeConfig(fake.url));
export const byToken = (): Access => ({
  kind: 'token',
  entered: { api_token: fake.apiToken, company: 'acme' },
  tokens: null,
});

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

export const failureOf = async (run: Promise<unknown>) => {
  const error = await run.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return error instanceof CrmFailure ? { reason: error.reason, ...error.facts } : error;
};
