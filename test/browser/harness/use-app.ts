import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeEach, test } from 'vitest';
import { type ApiOptions, TestApi } from '../../harness/api.ts';
import { freePort } from '../../harness/free-port.ts';
import { startChromium } from './chromium.ts';
import { Visitor, type VisitorOptions } from './visitor.ts';

export type App = {
  api: TestApi;
  /** `http://localhost:<port>`, because passkeys need a host name, not an IP address. */
  origin: string;
  /** Makes a new browser profile with a page of its own. */
  visit(options?: VisitorOptions): Promise<Visitor>;
};

/** All files of a process share one browser, because starting it costs more than running a short file. */
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads from this pattern that the fixture depends on nothing.
const withBrowser = test.extend('browser', { scope: 'worker' }, async ({}, { onCleanup }) => {
  const browser = await startChromium();
  onCleanup(() => browser.close());
  return browser;
});

/** One server for the tests of a file, and a browser that no other test uses meanwhile. */
export function useApp(options: ApiOptions = {}): () => App {
  let app: App | undefined;
  let shared: Browser | undefined;
  const visitors: Visitor[] = [];
  let ofTest: Visitor[] = [];
  withBrowser.beforeAll(async ({ browser }) => {
    shared = browser;
    const port = await freePort();
    const origin = `http://localhost:${port}`;
    const env = { PUBLIC_URL: origin, ...options.env };
    const api = await TestApi.start({ ...options, port, env });
    const visit = async (options: VisitorOptions = {}) => {
      const visitor = await Visitor.come(browser, origin, options);
      visitors.push(visitor);
      ofTest.push(visitor);
      return visitor;
    };
    app = { api, origin, visit };
  });
  beforeEach(() => {
    ofTest = [];
  });
  // An open page would go on sending requests.
  afterEach(async () => {
    await Promise.all(ofTest.map(({ context }) => context.close()));
  });
  afterAll(async () => {
    await Promise.all(shared?.contexts().map((context) => context.close()) ?? []);
    await app?.api.stop();
    for (const visitor of visitors) visitor.requireClean();
  });
  return () => {
    if (!app) throw new Error('The app is there only while tests run');
    return app;
  };
}
