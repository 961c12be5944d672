import { createHash } from 'node:crypto';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Assets } from './layout/document.tsx';
import { NotFoundFrame } from './layout/not-found-frame.tsx';
import { PageFrame } from './layout/page-frame.tsx';
import { fileOf, type Page } from './page.ts';
import { llmsText } from './site/llms.ts';
import { answersIn } from './site/search-answers.ts';
import { entriesOf } from './site/search-words.ts';
import { isForOperators, sectionsOf } from './site/sections.ts';

type Files = [name: string, content: string][];

/** Renders all pages to files. The build calls it. */
export function renderSite(pages: readonly Page[], built: Omit<Assets, 'search'>): Files {
  const files = sectionsOf(pages).flatMap((section) => sectionAsFiles(section, pages, built));
  return [...files, ['llms.txt', llmsText(pages)]];
}

/** The pages of a section, the file of its search and, for customers, the page at unknown addresses. */
function sectionAsFiles(
  pages: readonly Page[],
  all: readonly Page[],
  built: Omit<Assets, 'search'>,
): Files {
  const [first] = pages;
  if (!first) return [];
  const { language } = first;
  const [name, content] = searchFile(first, pages, all);
  const assets = { ...built, search: `/docs/${name}` };
  const missing = <NotFoundFrame assets={assets} language={language} pages={pages} />;
  return [
    [name, content],
    ...pages.flatMap((page): Files => {
      const frame = <PageFrame assets={assets} key={page.path} page={page} pages={pages} />;
      return [
        [fileOf(page, 'html'), htmlOf(frame)],
        [fileOf(page, 'md'), page.markdown],
      ];
    }),
    ...(isForOperators(first) ? [] : ([[`${language}/404.html`, htmlOf(missing)]] as Files)),
  ];
}

function htmlOf(node: ReactNode): string {
  return `<!doctype html>${renderToStaticMarkup(node)}`;
}

/** The file in which the search of a section looks. */
function searchFile(first: Page, pages: readonly Page[], all: readonly Page[]): Files[number] {
  const found = pages.flatMap((page) => {
    const { path, title } = page;
    return entriesOf(page).map((entry) => ({ path, page: title, ...entry }));
  });
  const answers = isForOperators(first) ? [] : answersIn(first.language, all);
  const content = JSON.stringify([...found, ...answers]);
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 8);
  const section = isForOperators(first) ? `operators-${first.language}` : first.language;
  return [`assets/search-${section}-${hash}.json`, content];
}
