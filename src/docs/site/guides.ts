import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Language } from '../../shared/language/language.ts';
import { renderMarkdown } from '../markdown/render-markdown.ts';
import type { Page } from '../page.ts';
import { CHANGELOG_FILE, changelogIn } from './changelog.ts';
import { homeOf } from './home.ts';
import { linksFrom, servedMarkdown } from './links.ts';

const root = path.resolve(import.meta.dirname, '../../..');

type Document = Pick<Page, 'path' | 'group'> & { name: string };

/**
 * The guides in the order of the navigation. Each but the changelog is a file in docs/guides/en and one in docs/guides/de.
 */
const documents: Document[] = [
  { name: 'index', path: '', group: 'start' },
  { name: 'changelog', path: 'changelog', group: 'start' },
  ...[
    'first-request',
    'which-way',
    'sandbox',
    'sdk',
    'authentication',
    'lists-and-sync',
    'idempotency',
    'limits',
    'privacy',
    'crm',
    'webhooks',
    'deliveries',
    'webhooks-or-feed',
    'command-line',
    'versioning',
  ].map((name): Document => ({ name, path: `guides/${name}`, group: 'guides' })),
];

/** The start page, the changelog, and the guides. */
export function guidePages(language: Language): Page[] {
  return documents.map(({ name, ...place }): Page => {
    if (name === 'changelog') {
      return { ...pageOf(changelogIn(language), CHANGELOG_FILE, language), language, ...place };
    }
    const page = documentPage(`docs/guides/${language}/${name}.md`, language);
    if (name !== 'index') return { ...page, language, ...place };
    const body = { kind: 'home', home: homeOf(page.body.html, language) } as const;
    return { ...page, body, language, ...place, isWide: true };
  });
}

type DocumentPage = Pick<Page, 'title' | 'lead' | 'contents' | 'entries' | 'markdown'> & {
  body: { kind: 'text'; html: string };
};

/** The page of a document of the repository. */
export function documentPage(
  file: string,
  language: Language,
  textLanguage = language,
): DocumentPage {
  return pageOf(readFileSync(path.join(root, file), 'utf8'), file, language, textLanguage);
}

function pageOf(
  text: string,
  file: string,
  language: Language,
  textLanguage = language,
): DocumentPage {
  const linkOf = linksFrom(file, language);
  try {
    const { html, ...rest } = renderMarkdown(text, { language: textLanguage, linkOf });
    return { ...rest, body: { kind: 'text', html }, markdown: servedMarkdown(text, linkOf) };
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`);
  }
}
