import type { Language } from '../../shared/language.ts';
import type { Page } from '../page.ts';
import type { Assets } from './document.tsx';
import { Document } from './document.tsx';
import { Header } from './header.tsx';
import { Navigation } from './navigation.tsx';
import { layoutTexts } from './texts.ts';

type Props = { language: Language; pages: readonly Page[]; assets: Assets };

/** What an unknown address below /docs shows. Both languages begin at their start page. */
export function NotFoundFrame({ language, pages, assets }: Props) {
  const { title, lead, start } = layoutTexts[language].notFound;
  const around = { language, path: '', title, lead };
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
          <p className="prose">
            <a href={`/docs/${language}/`}>{start}</a>
          </p>
        </main>
      </div>
    </Document>
  );
}
