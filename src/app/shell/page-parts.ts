import type { PageDefinition } from '../pages/page-definition.ts';
import { type LazyPart, lazyPart } from '../ui/lazy-part.tsx';

type PagePart = LazyPart<Record<never, never>>;

const parts = new Map<PageDefinition, PagePart>();

/** The code of a page. It is loaded once, whether a link, the address or `useLoadAhead` asks first. */
export function partOf(page: PageDefinition): PagePart {
  const cached = parts.get(page);
  if (cached) return cached;
  const part = lazyPart(async () => (await page.load()).Page);
  parts.set(page, part);
  return part;
}
