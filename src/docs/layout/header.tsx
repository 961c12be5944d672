import { Logo } from '../../app/shell/logo.tsx';
import { Icon } from '../../app/ui/icon.tsx';
import { nextLanguage } from '../../shared/language/language.ts';
import type { Page } from '../page.ts';
import { isForOperators } from '../site/sections.ts';
import type { Assets } from './document.tsx';
import { layoutTexts } from './texts.ts';

const control =
  'inline-grid h-8 min-w-8 place-items-center rounded-md text-soft hover:bg-hover hover:text-ink';

type Props = { page: Pick<Page, 'language' | 'path' | 'group'>; assets: Assets };

export function Header({ page, assets }: Props) {
  const { language, path } = page;
  const t = layoutTexts[language];
  const isHandbook = isForOperators(page);
  const other = nextLanguage(language);
  return (
    <header className="sticky top-0 z-10 border-b border-line bg-ground">
      <div className="frame flex h-14 items-center gap-2">
        <button
          aria-label={t.menu}
          className={`${control} lg:hidden`}
          popoverTarget="navigation"
          type="button"
        >
          <Icon name="menu" />
        </button>
        <a
          className="flex items-center gap-2 rounded-md text-ink"
          href={`/docs/${language}/${isHandbook ? 'operators' : ''}`}
        >
          <Logo />
          <span className="hidden text-soft sm:inline">{isHandbook ? t.handbook : t.docs}</span>
        </a>
        <button
          aria-label={t.search}
          className="only-js ml-auto flex h-8 items-center gap-2 rounded-md border border-line bg-card px-2 text-sm text-soft shadow-sm hover:text-ink lg:w-64"
          data-search={assets.search}
          type="button"
        >
          <Icon name="search" />
          <span className="flex-1 text-left max-sm:hidden-text">{t.search}</span>
          <kbd className="font-mono text-xs max-sm:hidden">/</kbd>
        </button>
        <a
          className="inline-flex h-8 items-center gap-1.5 rounded-md border border-line bg-card px-2 text-sm text-ink shadow-sm hover:bg-hover"
          data-language={other}
          href={`/docs/${other}/${path}`}
          hrefLang={other}
          lang={other}
        >
          <Icon name="globe" />
          {layoutTexts[other].thisLanguage}
        </a>
        <button
          aria-label={t.theme}
          className={`${control} only-js`}
          data-theme-switch
          type="button"
        >
          <Icon className="dark:hidden" name="moon" />
          <Icon className="hidden dark:block" name="sun" />
        </button>
        <a className={`${control} px-2 text-sm max-sm:hidden`} href="/app/">
          {t.app}
        </a>
      </div>
    </header>
  );
}
