import type { Page } from 'playwright-core';
import type { Visitor } from '../../browser/harness/visitor.ts';

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
