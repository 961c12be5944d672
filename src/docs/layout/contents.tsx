import { classes } from '../../app/ui/classes.ts';
import type { Page } from '../page.ts';
import { layoutTexts } from './texts.ts';

/** The contents for a narrow screen: above the page, folded. */
export function NarrowContents({ page: { language, contents } }: { page: Page }) {
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
export function Contents({ page: { language, contents } }: { page: Page }) {
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
