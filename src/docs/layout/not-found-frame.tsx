import type { Language } from '../../shared/language/language.ts';
import type { Page } from '../page.ts';
import { addressOf } from '../page.ts';
import type { Assets } from './document.tsx';
import { Document } from './document.tsx';
import { Header } from './header.tsx';
import { Navigation } from './navigation.tsx';
import { layoutTexts } from './texts.ts';

/** The pages that most readers look for. */
const paths = ['', 'guides/first-request', 'guides/webhooks', 'reference/', 'errors'];

type Props = { language: Language; pages: readonly Page[]; assets: Assets };

/** The page that a browser gets at any unknown address. The links to the other language lead to its start page. */
export function NotFoundFrame({ language, pages, assets }: Props) {
  const { title, lead, nearest, start, often } = layoutTexts[language].notFound;
  const offered = paths.flatMap((path) => pages.find((page) => page.path === path) ?? []);
  const around = { language, path: '', group: 'start', title, lead } as const;
  return (
    <Document assets={assets} isPage={false} page={around}>
      <Header assets={assets} page={around} />
      <div className="frame columns">
        <Navigation language={language} pages={pages} />
        <main className="min-w-0 py-8 lg:py-10" id="content">
          <div className="opening">
            <h1>{title}</h1>
            <p className="lead">{lead}</p>
          </div>
          <div className="prose">
            <div
              aria-live="polite"
              data-index={assets.search}
              data-island="missing"
              data-language={language}
              data-title={nearest}
            />
            <h2 className="mt-8">{often}</h2>
            <ul>
              {offered.map((page) => (
                <li key={page.path}>
                  <a href={addressOf(page)}>{page.path === '' ? start : page.title}</a>
                </li>
              ))}
            </ul>
          </div>
        </main>
      </div>
    </Document>
  );
}
