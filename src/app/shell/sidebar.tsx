import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { navGroups, type PageDefinition } from '../pages/page-definition.ts';
import type { Session } from '../session/session.ts';
import { isSameView, useSavedViews } from '../team/saved-views.ts';
import { useLanguage, useTexts } from '../text/language.ts';
import { classes } from '../ui/classes.ts';
import { Icon } from '../ui/icon.tsx';
import { showIn } from '../ui/show-in.ts';
import { AccountMenu } from './account-menu.tsx';
import { isMac } from './is-mac.ts';
import { LegalLinks } from './legal-links.tsx';
import { isBelow, pagesIn, pagesOf, viewsOf } from './pages-of.ts';
import { TeamMenu } from './team-menu.tsx';
import { shellTexts } from './texts.ts';

type Props = {
  session: Session;
  onSearch: () => void;
  onShortcuts: () => void;
  onOpen?: () => void;
};

export function Sidebar({ session, onSearch, onShortcuts, onOpen }: Props) {
  const t = useTexts(shellTexts);
  const open = pagesOf(session);
  const current = useCurrent(open);
  return (
    <div className="flex h-full min-h-0 flex-col gap-3 p-2">
      <TeamMenu session={session} />
      <button
        className="mx-1 flex h-8 items-center gap-2 rounded-md border border-line bg-card px-2 text-sm text-soft shadow-sm hover:text-ink"
        onClick={onSearch}
        type="button"
      >
        <Icon name="search" />
        <span className="flex-1 text-left">{t.search}</span>
        <kbd className="hidden font-mono text-xs lg:block">{isMac ? '⌘K' : t.searchKeys}</kbd>
      </button>
      <nav
        aria-label={t.navigation}
        className="fades min-h-0 flex-1 overflow-y-auto [scrollbar-color:var(--line)_transparent] [scrollbar-width:thin] px-1 pt-0.5 pb-5"
      >
        {/* At the end, a view that is saved would appear below the edge of most windows. */}
        <ViewLinks session={session} {...(onOpen ? { onOpen } : {})} />
        {navGroups.map((group) => {
          const ofGroup = pagesIn(group, session);
          if (ofGroup.length === 0) return null;
          return (
            <section className="mb-2" key={group}>
              {t.groups[group] ? (
                <h2 className="px-2 py-0.5 text-xs font-medium text-soft">{t.groups[group]}</h2>
              ) : null}
              {ofGroup.map((page) => (
                <NavLink
                  isCurrent={page.path === current}
                  key={page.path}
                  page={page}
                  {...(onOpen ? { onOpen } : {})}
                />
              ))}
            </section>
          );
        })}
      </nav>
      <LegalLinks />
      <AccountMenu onShortcuts={onShortcuts} session={session} />
    </div>
  );
}

/** The entry to mark: that of the open page, or of a page above it. The longest path that fits wins. */
function useCurrent(open: readonly PageDefinition[]): string | undefined {
  const { pathname } = useLocation();
  const leads = open.filter(({ path }) => isBelow(pathname, path));
  const [page] = leads.sort((one, other) => other.path.length - one.path.length);
  return page?.markedAs ?? page?.path;
}

/** The lists with filters that the person has saved, of the pages that the person may open. */
function ViewLinks({ session, onOpen }: Pick<Props, 'session' | 'onOpen'>) {
  const t = useTexts(shellTexts);
  const { pathname, search } = useLocation();
  const views = viewsOf(useSavedViews(), session);
  if (views.length === 0) return null;
  return (
    <section className="mb-2">
      <h2 className="px-2 py-0.5 text-xs font-medium text-soft">{t.views}</h2>
      {views.map((view) => {
        const isCurrent = isSameView(view, pathname, search);
        return (
          <Link
            activeOptions={{ exact: true, includeSearch: true }}
            aria-current={isCurrent ? 'page' : undefined}
            className={navLink(isCurrent)}
            key={view.id}
            onClick={onOpen}
            search={view.filters as never}
            title={view.name}
            to={view.path}
          >
            <Icon name="bookmark" />
            <span className="truncate">{view.name}</span>
          </Link>
        );
      })}
    </section>
  );
}

const navLink = (isCurrent: boolean) =>
  classes(
    'mb-px flex h-9 items-center lg:h-7 gap-2.5 rounded-md px-2 text-sm hover:bg-hover hover:text-ink',
    isCurrent ? 'bg-hover font-medium text-ink' : 'text-soft',
  );

type NavLinkProps = { page: PageDefinition; isCurrent: boolean; onOpen?: () => void };

function NavLink({ page, isCurrent, onOpen }: NavLinkProps) {
  const language = useLanguage();
  const link = useRef<HTMLAnchorElement>(null);
  // A window may have no room for all pages.
  useEffect(() => {
    if (isCurrent) showIn(link.current?.closest('nav') ?? null, link.current);
  }, [isCurrent]);
  return (
    <Link
      activeOptions={{ exact: true, includeSearch: false }}
      aria-current={isCurrent ? 'page' : undefined}
      className={navLink(isCurrent)}
      onClick={onOpen}
      ref={link}
      to={page.path}
    >
      {page.nav ? <Icon name={page.nav.icon} /> : null}
      {page.title[language]}
    </Link>
  );
}
