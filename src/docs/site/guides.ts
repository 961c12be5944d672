import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Language } from '../../shared/language.ts';
import { renderMarkdown } from '../markdown/render-markdown.ts';
import type { Page } from '../page.ts';
import { linksFrom, servedMarkdown } from './links.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/** In the order of the navigation: a file in docs/guides/en and one in docs/guides/de. */
const guides = [
  'first-request',
  'lists-and-sync',
  'idempotency',
  'limits',
  'privacy',
  'webhooks',
  'versioning',
];

export function guidePages(language: Language): Page[] {
  return guides
    .map((name) => ({ name, file: `docs/guides/${language}/${name}.md` }))
    .filter(({ file }) => existsSync(path.join(root, file)))
    .map(({ name, file }) => ({
      ...documentPage(file, language),
      language,
      path: `guides/${name}`,
      group: 'guides',
    }));
}

type DocumentPage = Pick<Page, 'title' | 'lead' | 'body' | 'contents' | 'entries' | 'markdown'>;

/** What a page shows that is a document of the repository. */
function documentPage(file: string, language: Language): DocumentPage {
  const text = readFileSync(path.join(root, file), 'utf8');
  const linkOf = linksFrom(file, language);
  try {
    const { html, ...rest } = renderMarkdown(text, { language, linkOf });
    return { ...rest, body: { kind: 'text', html }, markdown: servedMarkdown(text, linkOf) };
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`);
  }
}
