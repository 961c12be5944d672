import type { ComponentType } from 'react';
import type { PageDefinition } from '../pages/page-definition.ts';
import { type LatePart, latePart } from '../ui/late-part.ts';

type PagePart = LatePart<ComponentType>;

const parts = new Map<PageDefinition, PagePart>();

/** The code of a page. It is loaded once, whether a link, the address or `useLoadAhead` asks first. */
export function partOf(page: PageDefinition): PagePart {
  const cached = parts.get(page);
  if (cached) return cached;
  const part = latePart(async () => (await page.load()).Page);
  parts.set(page, part);
  return part;
}
