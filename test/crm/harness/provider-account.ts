import { afterEach, beforeEach } from 'vitest';
import type { Access, CrmConnector } from '../../../src/crm/connector.ts';
import type { CrmApi } from '../../../src/crm/crm-api.ts';
import type { CrmConfig } from '../../../src/crm/crm-config.ts';
import { CrmFailure } from '../../../src/crm/crm-failure.ts';
import { fakeConfig, useCrmApi } from './crm-client.ts';
import type { FakeClock } from './fake-server.ts';
import { type PageChoices, readWindow } from './read-window.ts';

export const hour = 60 * 60 * 1000;

type Fake = { url: string; clock: FakeClock; close(): Promise<void> };

/** An account at a fake, with its connector. `fakeNow` returns the fake of the running test. */
export function accountAt<F extends Fake>(input: {
  start(): Promise<F>;
  connectorOf(config: CrmConfig): CrmConnector;
  accessOf(fake: F): Access;
}) {
  const apis = useCrmApi();
  let fake: F | undefined;
  const fakeNow = (): F => {
    if (!fake) throw new Error('No test runs');
    return fake;
  };
  const connector = () => input.connectorOf(fakeConfig(fakeNow().url));
  const byToken = () => input.accessOf(fakeNow());
  const connectWithWaits = (access = byToken()) =>
    apis.makeWithWaits({ connector: connector(), config: fakeConfig(fakeNow().url), access });
  let api: CrmApi | undefined;
  let waits: number[] = [];
  return {
    apis,
    connector,
    byToken,
    connect: (access?: Access): CrmApi => connectWithWaits(access).http,
    /** The waits that the client was asked for. */
    waits: () => waits,
    lastHour: () => {
      const now = fakeNow().clock.now();
      return { since: new Date(now - hour), until: new Date(now + 2000) };
    },
    read: ({ afterPage, api: other, ...request }: ReadOptions = {}) => {
      const reader = other ?? api;
      if (!reader) throw new Error('No test runs');
      const window = { since: null, until: new Date(Date.now() + 2000) };
      return readWindow({ connector: connector(), api: reader }, { window, ...request }, afterPage);
    },
    /** Makes a fake for each test of the file. */
    forEach(use: (started: { fake: F; api: CrmApi }) => void): void {
      beforeEach(async () => {
        fake = await input.start();
        const made = connectWithWaits();
        api = made.http;
        waits = made.waits;
        use({ fake, api });
      });
      afterEach(async () => {
        await apis.close();
        await fake?.close();
      });
    },
  };
}

type ReadOptions = PageChoices & {
  api?: CrmApi;
  /** Called after each page. The test can change the provider here, in the middle of a run. */
  afterPage?: (page: number) => void;
};

export async function failureOf(run: Promise<unknown>): Promise<unknown> {
  const error = await run.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return error instanceof CrmFailure ? { reason: error.reason, ...error.facts } : error;
}
