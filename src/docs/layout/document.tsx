import type { ReactNode } from 'react';
import { languages } from '../../shared/language/language.ts';
import { feedOf, fileOf, type Page } from '../page.ts';
import { isForOperators } from '../site/sections.ts';
import { feedTexts } from './feed-texts.ts';
import { layoutTexts } from './texts.ts';

/**
 * Runs before the browser paints: sets the theme that was chosen here or in the app, and marks that scripts run. The
 * content security policy allows this script by its hash.
 */
const themeScript = `(() => {
  let theme = null;
  try { theme = localStorage.getItem('theme'); } catch {}
  const isDark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.className = isDark ? 'js dark' : 'js';
})();`;

/** Files that the browser loads. Their addresses contain a hash. */
export type Assets = {
  script: string;
  styles: string[];
  font: string;
  /** The file in which the search of the section looks. */
  search: string;
};

type Props = {
  page: Pick<Page, 'language' | 'path' | 'title' | 'lead' | 'group'>;
  assets: Assets;
  /** False for the page at unknown addresses. */
  isPage?: boolean;
  children: ReactNode;
};

export function Document({ page, assets, isPage = true, children }: Props) {
  const { language, title, lead, path } = page;
  const { siteName } = layoutTexts[language];
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta content="width=device-width, initial-scale=1" name="viewport" />
        <meta content="light dark" name="color-scheme" />
        <title>{path === '' && isPage ? siteName : `${title} · ${siteName}`}</title>
        <meta content={lead} name="description" />
        <link href={assets.font} rel="preload" as="font" type="font/woff2" crossOrigin="" />
        {assets.styles.map((style) => (
          <link href={style} key={style} rel="stylesheet" />
        ))}
        <link href="/app/icon.svg" rel="icon" type="image/svg+xml" />
        {isPage ? <OtherForms page={page} /> : null}
        {isPage && !isForOperators(page) ? null : <meta content="noindex" name="robots" />}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own script, allowed by its hash. */}
        <script dangerouslySetInnerHTML={{ __html: themeScript }} />
        <script src={assets.script} type="module" />
      </head>
      <body>{children}</body>
    </html>
  );
}

/** Links to other forms of the page: the feed of changes, Markdown, and each language. */
function OtherForms({ page }: Pick<Props, 'page'>) {
  return (
    <>
      {isForOperators(page) ? null : (
        <link
          href={feedOf(page)}
          rel="alternate"
          title={feedTexts[page.language].title}
          type="application/atom+xml"
        />
      )}
      <link href={`/docs/${fileOf(page, 'md')}`} rel="alternate" type="text/markdown" />
      {languages.map((each) => (
        <link href={`/docs/${each}/${page.path}`} hrefLang={each} key={each} rel="alternate" />
      ))}
    </>
  );
}
