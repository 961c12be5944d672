import { createHash } from 'node:crypto';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { DEFAULT_LANGUAGE } from '../shared/language.ts';
import type { Assets } from './layout/document.tsx';
import { NotFoundFrame } from './layout/not-found-frame.tsx';
import { PageFrame } from './layout/page-frame.tsx';
import { fileOf, type Page } from './page.ts';
import { llmsText } from './site/llms.ts';
import { entriesOf } from './site/search-words.ts';

type Files = [name: string, content: string][];

/** Makes the files of the site from all of its pages. The build calls it. */
export function renderSite(pages: readonly Page[], built: Omit<Assets, 'search'>): Files {
  const byLanguage = Map.groupBy(pages, ({ language }) => language);
  const indexes = [...byLanguage].map(([language, own]) => searchFile(language, own));
  const search = Object.fromEntries(
    indexes.map(({ language, name }) => [language, `/docs/${name}`]),
  );
  const assets = { ...built, search };
  const files = [...byLanguage.values()].flatMap((own) => pagesAsFiles(own, assets));
  files.push(['llms.txt', llmsText(pages)]);
  return [...files, ...indexes.map(({ name, content }): Files[number] => [name, content])];
}

/** The pages of a language, and the page of unknown addresses. */
function pagesAsFiles(pages: readonly Page[], assets: Assets): Files {
  const [{ language } = { language: DEFAULT_LANGUAGE }] = pages;
  const missing = <NotFoundFrame assets={assets} language={language} pages={pages} />;
  return [
    ...pages.flatMap((page): Files => {
      const frame = <PageFrame assets={assets} key={page.path} page={page} pages={pages} />;
      return [
        [fileOf(page, 'html'), htmlOf(frame)],
        [fileOf(page, 'md'), page.markdown],
      ];
    }),
    [`${language}/404.html`, htmlOf(missing)],
  ];
}

function htmlOf(node: ReactNode): string {
  return `<!doctype html>${renderToStaticMarkup(node)}`;
}

/** The entries that the search of a language looks in. */
function searchFile(language: string, pages: readonly Page[]) {
  const found = pages.flatMap((page) => {
    const { path, title, group } = page;
    return entriesOf(page).map((entry) => ({ path, page: title, group, ...entry }));
  });
  const content = JSON.stringify(found);
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 8);
  return { language, name: `assets/search-${language}-${hash}.json`, content };
}
