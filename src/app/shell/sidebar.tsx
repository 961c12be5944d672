import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { browserStorage } from '../../shared/web/browser-storage.ts';
import { type NavGroup, navGroups, type PageDefinition } from '../pages/page-definition.ts';
import type { Session } from '../session/session.ts';
import { isSameView, type SavedView, useSavedViews } from '../team/saved-views.ts';
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
  const views = viewsOf(useSavedViews(), session);
  const { pathname, search } = useLocation();
  const view = views.find((one) => isSameView(one, pathname, search));
  const page = useCurrent(open);
  const current = view ? undefined : page;
  const { folded, toggle } = useFoldedGroups(session);
  return (
    <div className="flex h-full min-h-0 flex-col gap-1.5 p-2 pb-1.5 [@media(max-height:56rem)]:gap-1">
      <TeamMenu session={session} />
      <button
        className="mx-1 mb-1 flex h-8 shrink-0 items-center gap-2 rounded-md border border-line bg-card px-2 text-sm text-soft shadow-sm hover:text-ink"
        onClick={onSearch}
        type="button"
      >
        <Icon name="search" />
        <span className="flex-1 text-left">{t.search}</span>
        <kbd className="hidden font-mono text-xs lg:block">{isMac ? '⌘K' : t.searchKeys}</kbd>
      </button>
      <nav
        aria-label={t.navigation}
        className="fades min-h-0 flex-1 overflow-y-auto [scrollbar-color:var(--line)_transparent] [scrollbar-width:thin] px-1 pt-0.5 pb-2 [--fade:0.5rem]"
      >
        {/* At the end, a view that is saved would appear below the edge of most windows. */}
        <ViewLinks current={view} pages={open} views={views} {...(onOpen ? { onOpen } : {})} />
        {navGroups.map((group) => {
          const ofGroup = pagesIn(group, session);
          if (ofGroup.length === 0) return null;
          return (
            <Group
              current={current}
              isFolded={folded.includes(group)}
              key={group}
              onFold={() => toggle(group)}
              pages={ofGroup}
              title={t.groups[group]}
              {...(onOpen ? { onOpen } : {})}
            />
          );
        })}
      </nav>
      <LegalLinks />
      <AccountMenu onShortcuts={onShortcuts} session={session} />
    </div>
  );
}

type GroupProps = Pick<Props, 'onOpen'> & {
  /** Empty for the group that has none, and cannot be folded. */
  title: string;
  pages: readonly PageDefinition[];
  current: string | undefined;
  isFolded: boolean;
  onFold: () => void;
};

/** A folded group still says where the person is. */
function Group({ title, pages, current, isFolded, onFold, onOpen }: GroupProps) {
  return (
    <section className="mb-1.5 [@media(max-height:56rem)]:mb-0">
      {title ? (
        <h2>
          <button
            aria-expanded={!isFolded}
            className="group flex h-6 w-full items-center justify-between rounded-md px-2 text-xs font-medium text-soft hover:text-ink"
            onClick={onFold}
            type="button"
          >
            {title}
            <Icon
              className={classes(
                'size-3',
                isFolded
                  ? '-rotate-90'
                  : 'opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100',
              )}
              name="down"
            />
          </button>
        </h2>
      ) : null}
      {pages
        .filter(({ path }) => !isFolded || path === current)
        .map((page) => (
          <NavLink
            isCurrent={page.path === current}
            key={page.path}
            page={page}
            {...(onOpen ? { onOpen } : {})}
          />
        ))}
    </section>
  );
}

/** The entry to mark: that of the open page, or of a page above it. The longest path that fits wins. */
function useCurrent(open: readonly PageDefinition[]): string | undefined {
  const { pathname } = useLocation();
  const leads = open.filter(({ path }) => isBelow(pathname, path));
  const [page] = leads.sort((one, other) => other.path.length - one.path.length);
  return page?.markedAs ?? page?.path;
}

type ViewProps = Pick<Props, 'onOpen'> & {
  views: readonly SavedView[];
  current: SavedView | undefined;
  pages: readonly PageDefinition[];
};

/** The lists with filters that the person has saved, of the pages that the person may open. */
function ViewLinks({ views, current, pages, onOpen }: ViewProps) {
  const t = useTexts(shellTexts);
  if (views.length === 0) return null;
  return (
    <section className="mb-2">
      <h2 className="px-2 py-0.5 text-xs font-medium text-soft">{t.views}</h2>
      {views.map((view) => {
        const isCurrent = view === current;
        const of = pages.find(({ path }) => path === view.path);
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
            <Icon name={of?.nav?.icon ?? 'bookmark'} />
            <span className="truncate">{view.name}</span>
          </Link>
        );
      })}
    </section>
  );
}

const navLink = (isCurrent: boolean) =>
  classes(
    'flex h-9 items-center lg:h-[clamp(1.5rem,3dvh,1.75rem)] gap-2.5 rounded-md px-2 text-sm hover:bg-hover hover:text-ink',
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
      activeOptions={{ exact: true, includeSearch: true }}
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

const FOLDED = 'folded-groups';

/** In a lower window, in pixels, the navigation of somebody who runs the team would have to be scrolled. */
const LOW = 800;

/**
 * The groups of the navigation that the person has folded in this browser. Where not all have room, that is at first the
 * own work of somebody who runs the team.
 */
function useFoldedGroups(session: Session) {
  const [folded, setFolded] = useState<readonly string[]>(() => {
    const kept = browserStorage.read(FOLDED)?.split(' ');
    const isFull = innerHeight < LOW && session.team?.role !== 'member';
    return kept ?? (isFull ? ['own'] : []);
  });
  const toggle = (group: NavGroup) => {
    const next = folded.includes(group)
      ? folded.filter((one) => one !== group)
      : [...folded, group];
    setFolded(next);
    browserStorage.write(FOLDED, next.join(' '));
  };
  return { folded, toggle };
}
