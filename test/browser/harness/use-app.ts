import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { type ApiOptions, TestApi } from '../../harness/api.ts';
import { freePort } from '../../harness/free-port.ts';
import { startChromium } from './chromium.ts';
import { Visitor, type VisitorOptions } from './visitor.ts';

export type App = {
  api: TestApi;
  /** `http://localhost:<port>`: passkeys need a name. */
  origin: string;
  /** A new browser profile with a page of its own. */
  visit(options?: VisitorOptions): Promise<Visitor>;
};

/** One server and one browser for the tests of a file. */
export function useApp(options: ApiOptions = {}): () => App {
  let app: App | undefined;
  let browser: Browser | undefined;
  const visitors: Visitor[] = [];
  beforeAll(async () => {
    const port = await freePort();
    const origin = `http://localhost:${port}`;
    const env = { PUBLIC_URL: origin, ...options.env };
    const [api, started] = await Promise.all([
      TestApi.start({ ...options, port, env }),
      startChromium(),
    ]);
    browser = started;
    const visit = async (wishes: VisitorOptions = {}) => {
      const visitor = await Visitor.come(started, origin, wishes);
      visitors.push(visitor);
      return visitor;
    };
    app = { api, origin, visit };
  });
  afterAll(async () => {
    await browser?.close();
    await app?.api.stop();
    for (const visitor of visitors) visitor.requireClean();
  });
  return () => {
    if (!app) throw new Error('The app is there only while tests run');
    return app;
  };
}
