import type { Page } from 'playwright-core';
import { afterEach } from 'vitest';
import type { useApp } from '../../browser/harness/use-app.ts';
import type { Visitor, VisitorOptions } from '../../browser/harness/visitor.ts';

/** Opens a page as a reader of English. After each test, no page may have had a fault. */
export function useReaders(app: ReturnType<typeof useApp>) {
  const visitors: Visitor[] = [];
  afterEach(() => {
    for (const visitor of visitors.splice(0)) visitor.requireClean();
  });
  return async (at: string, options: VisitorOptions = {}): Promise<Visitor> => {
    const visitor = await app().visit({ language: 'en', ...options });
    visitors.push(visitor);
    await visitor.page.goto(`${app().origin}${at}`);
    return visitor;
  };
}

export async function openDocs(visitor: Visitor, at: string): Promise<void> {
  await visitor.page.goto(`${visitor.origin}/docs/${at}`);
  await visitor.settled();
}

/** Holds the script of a tool back until the test releases it. */
export async function holdBack(page: Page, name: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(`**/${name}-*.js`, (route) => promise.then(() => route.continue()));
  return resolve;
}
