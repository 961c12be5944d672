import { classes } from '../../app/ui/classes.ts';
import { Icon } from '../../app/ui/icon.tsx';
import { BodyOf } from '../kinds/body-of.tsx';
import { addressOf, feedOf, fileOf, type Page } from '../page.ts';
import { type Assets, Document } from './document.tsx';
import { feedTexts } from './feed-texts.ts';
import { Header } from './header.tsx';
import { Navigation } from './navigation.tsx';
import { layoutTexts } from './texts.ts';

type Props = { page: Page; pages: readonly Page[]; assets: Assets };

/** A page with header, navigation and contents. `pages` are all pages of its section. */
export function PageFrame({ page, pages, assets }: Props) {
  const t = layoutTexts[page.language];
  const text = page.textLanguage ?? page.language;
  return (
    <Document assets={assets} page={page}>
      <a className="skip" href="#content">
        {t.skip}
      </a>
      <Header assets={assets} page={page} />
      <div className={page.isWide ? 'frame columns wide' : 'frame columns'}>
        <Navigation language={page.language} pages={pages} shown={page} />
        <main className="min-w-0 py-8 lg:py-10" id="content" tabIndex={-1}>
          <article lang={text === page.language ? undefined : text}>
            {page.body.kind === 'home' ? null : <Opening page={page} />}
            {page.isWide ? null : <NarrowContents page={page} />}
            <div className="prose">
              <BodyOf page={page} />
            </div>
          </article>
          {page.body.kind === 'home' ? null : <Around page={page} pages={pages} />}
        </main>
        {page.isWide ? null : <Contents page={page} />}
      </div>
    </Document>
  );
}

function Opening({ page }: { page: Page }) {
  const { language, group, title, lead, textLanguage } = page;
  const t = layoutTexts[language];
  return (
    <div className="opening">
      <p className="group" lang={language}>
        {t.groups[group]}
      </p>
      <h1>{title}</h1>
      <p className="lead">{lead}</p>
      <PageActions page={page} />
      {textLanguage && textLanguage !== language ? (
        <p className="mt-3 text-sm text-soft" lang={language}>
          {t.otherTextLanguage}
        </p>
      ) : null}
    </div>
  );
}

function PageActions({ page }: { page: Page }) {
  const t = layoutTexts[page.language];
  const markdown = `/docs/${fileOf(page, 'md')}`;
  return (
    <div className="actions" lang={page.language}>
      <button
        className="only-js inline-flex items-center gap-1.5"
        data-copied={t.copied}
        data-copy-page={markdown}
        data-failed={t.copyFailed}
        type="button"
      >
        <Icon name="copy" size={14} />
        <span aria-live="polite">{t.copyPage}</span>
      </button>
      <a href={markdown}>{t.asMarkdown}</a>
      {page.path === 'changelog' ? (
        <a href={feedOf(page)}>{feedTexts[page.language].link}</a>
      ) : null}
    </div>
  );
}

function Around({ page, pages }: { page: Page; pages: readonly Page[] }) {
  const t = layoutTexts[page.language];
  const index = pages.findIndex(({ path }) => path === page.path);
  if (index < 0) return null;
  const neighbours = [
    { name: t.previous, neighbour: pages[index - 1], icon: 'left', place: '' },
    {
      name: t.next,
      neighbour: pages[index + 1],
      icon: 'right',
      place: 'sm:col-start-2 text-right',
    },
  ] as const;
  return (
    <nav aria-label={t.around} className="around">
      {neighbours.map(({ name, neighbour, place }) =>
        neighbour ? (
          <a className={place} href={addressOf(neighbour)} key={name}>
            <span className="text-sm text-soft">{name}</span>
            <span className="font-medium">{neighbour.title}</span>
          </a>
        ) : null,
      )}
    </nav>
  );
}

/** The contents for a narrow screen: above the page, folded. */
function NarrowContents({ page: { language, contents } }: { page: Page }) {
  if (contents.length < 4) return null;
  return (
    <details className="narrow-contents" lang={language}>
      <summary>{layoutTexts[language].contents}</summary>
      <ul>
        {contents.map(({ id, title, level }) => (
          <li className={level === 2 ? undefined : 'below'} key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The contents beside the page. A script marks the heading that the reader has reached. */
function Contents({ page: { language, contents } }: { page: Page }) {
  if (contents.length < 2) return null;
  const t = layoutTexts[language];
  return (
    <nav aria-label={t.contents} className="page-contents" data-contents>
      <h2 className="mb-2 text-sm font-semibold">{t.contents}</h2>
      <ul className="border-l border-line">
        {contents.map(({ id, title, level }) => (
          <li key={id}>
            <a
              className={classes(
                '-ml-px block border-l border-transparent py-1 text-sm text-soft hover:text-ink aria-[current]:border-accent aria-[current]:text-accent-text',
                level === 2 ? 'pl-3' : 'pl-6',
              )}
              href={`#${id}`}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
