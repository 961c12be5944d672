import { classes } from '../../app/ui/classes.ts';
import { Icon } from '../../app/ui/icon.tsx';
import type { Language } from '../../shared/language/language.ts';
import { MethodWord } from '../kinds/method-badge.tsx';
import type { Group, Page } from '../page.ts';
import { addressOf } from '../page.ts';
import { isForOperators } from '../site/sections.ts';
import { layoutTexts } from './texts.ts';

const groups: readonly Group[] = ['start', 'guides', 'tools', 'reference', 'events', 'operators'];

const wayOut =
  'mb-6 flex min-h-8 items-center gap-1.5 rounded-md px-2 text-sm text-soft hover:bg-hover hover:text-ink';

type Props = {
  language: Language;
  /** All pages of the section. */
  pages: readonly Page[];
  /** The page that is shown. */
  shown?: Page;
};

/** The navigation beside the page. On a narrow screen it opens above the page, even without scripts. */
export function Navigation({ language, pages, shown }: Props) {
  const t = layoutTexts[language];
  return (
    <nav aria-label={t.navigation} className="navigation" id="navigation" popover="auto">
      {/* On a telephone, the header has no room for it. */}
      <a className={`${wayOut} sm:hidden`} href="/app/">
        {t.app}
        <Icon name="right" size={14} />
      </a>
      {shown && isForOperators(shown) ? (
        <a className={wayOut} href={`/docs/${language}/`}>
          <Icon name="left" size={14} />
          {t.docs}
        </a>
      ) : null}
      {groups.map((group) => {
        const ofGroup = pages.filter((each) => each.group === group);
        if (ofGroup.length === 0) return null;
        return (
          <section className="mb-6" key={group}>
            {t.groups[group] ? (
              <h2 className="mb-1 px-2 text-sm font-semibold text-ink">{t.groups[group]}</h2>
            ) : null}
            <GroupPages pages={ofGroup} shown={shown?.path} />
          </section>
        );
      })}
    </nav>
  );
}

/** The pages of a group. Those below a heading are folded, unless the current page is among them. */
function GroupPages({ pages, shown }: { pages: readonly Page[]; shown: string | undefined }) {
  const parts = Map.groupBy(pages, ({ subgroup }) => subgroup ?? '');
  return [...parts].map(([name, ofPart]) => {
    const list = (
      <ul>
        {ofPart.map((each) => (
          <li key={each.path}>
            <PageLink isShown={each.path === shown} page={each} />
          </li>
        ))}
      </ul>
    );
    if (name === '') return <div key="">{list}</div>;
    return (
      <details key={name} open={ofPart.some(({ path }) => path === shown)}>
        <summary className="flex min-h-8 items-center justify-between rounded-md px-2 text-sm text-soft hover:bg-hover hover:text-ink">
          {name}
          <Icon className="chevron" name="right" size={14} />
        </summary>
        <div className="ml-2 border-l border-line pl-1.5">{list}</div>
      </details>
    );
  });
}

function PageLink({ page, isShown }: { page: Page; isShown: boolean }) {
  return (
    <a
      aria-current={isShown ? 'page' : undefined}
      className={classes(
        'mb-px flex min-h-8 items-center justify-between gap-2 rounded-md px-2 py-1 text-sm',
        isShown
          ? 'bg-accent-wash font-medium text-accent-text'
          : 'text-soft hover:bg-hover hover:text-ink',
      )}
      href={addressOf(page)}
    >
      {page.path === '' ? layoutTexts[page.language].start : (page.shortTitle ?? page.title)}
      {page.body.kind === 'operation' ? <MethodWord method={page.body.operation.method} /> : null}
    </a>
  );
}
