import { useLocation, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { mayNow } from '../session/rights.ts';
import type { Session } from '../session/session.ts';
import { useTexts } from '../text/language.ts';
import { IconButton } from '../ui/button.tsx';
import { useHotkey } from '../ui/hotkey.ts';
import { late } from '../ui/late.tsx';
import { Notice } from '../ui/notice.tsx';
import { enterRows } from '../ui/open-lists.ts';
import { OpenPalette } from '../ui/open-palette.ts';
import { topDialog } from '../ui/top-dialog.ts';
import { ConnectionBar } from './connection-bar.tsx';
import { useGoKeys } from './go-keys.ts';
import { isMac } from './is-mac.ts';
import { Logo } from './logo.tsx';
import { NavigationDrawer } from './navigation-drawer.tsx';
import { listedPages, pagesOf } from './pages-of.ts';
import { Palette } from './palette.tsx';
import { noteRecent, shownAt } from './recent.ts';
import { SandboxBand } from './sandbox-band.tsx';
import { content, sideColumn, topBar, withSide } from './shell-look.ts';
import { Sidebar } from './sidebar.tsx';
import { shellTexts } from './texts.ts';

const ShortcutsDialog = late(() =>
  import('./shortcuts-dialog.tsx').then((part) => part.ShortcutsDialog),
);

type Open = 'nothing' | 'palette' | 'navigation' | 'shortcuts';

type Props = {
  session: Session;
  /** The page shows the person's own work, not that of the team. */
  isOwn?: boolean;
  children: ReactNode;
};

/** The frame of every page for people who are signed in. */
export function Shell({ session, isOwn = false, children }: Props) {
  const t = useTexts(shellTexts);
  const [open, setOpen] = useState<Open>('nothing');
  const close = useCallback(() => setOpen('nothing'), []);
  const search = useCallback(() => setOpen('palette'), []);
  const showShortcuts = useCallback(() => setOpen('shortcuts'), []);
  const keys = isMac ? '⌘K' : t.searchKeys;
  const palette = useMemo(() => ({ open: search, keys }), [search, keys]);
  useHotkey('mod+k', search);
  useHotkey('?', showShortcuts);
  useHotkey(
    '/',
    useCallback(() => searchList(search), [search]),
  );
  useHotkey('f', openFilters);
  useHotkey('c', useBegin(session));
  useHotkey('j', enterRows);
  const navigate = useNavigate();
  const paths = useMemo(() => listedPages(session).map(({ path }) => path), [session]);
  useGoKeys(
    paths,
    useCallback((to) => void navigate({ to }), [navigate]),
  );
  const { pathname, search: filters } = useLocation();
  useEffect(
    () => noteRecent(session, shownAt({ pathname, search: filters })),
    [session, pathname, filters],
  );
  return (
    <div className={withSide}>
      <a
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-md bg-accent px-3 py-2 text-sm text-white focus:translate-y-0"
        href="#content"
      >
        {t.skip}
      </a>
      <aside className={sideColumn}>
        <Sidebar onSearch={search} onShortcuts={showShortcuts} session={session} />
      </aside>
      <header className={topBar}>
        <IconButton icon="menu" label={t.openNavigation} onClick={() => setOpen('navigation')} />
        <Logo name={session.team?.name} />
        <IconButton icon="search" label={t.search} onClick={search} />
      </header>
      <main className="min-w-0 outline-none" id="content" tabIndex={-1}>
        {session.team ? <SandboxBand team={session.team} /> : null}
        <div className={content}>
          {isOwn && session.team?.sandbox_of ? <Notice>{t.ownInSandbox}</Notice> : null}
          {session.team?.status === 'suspended' ? <Notice tone="warn">{t.suspended}</Notice> : null}
          <OpenPalette value={palette}>{children}</OpenPalette>
        </div>
        <ConnectionBar />
      </main>
      {open === 'navigation' ? (
        <NavigationDrawer
          onClose={close}
          onSearch={search}
          onShortcuts={showShortcuts}
          session={session}
        />
      ) : null}
      {open === 'shortcuts' ? <ShortcutsDialog onClose={close} session={session} /> : null}
      {open === 'palette' ? (
        <Palette onClose={close} onShortcuts={showShortcuts} session={session} />
      ) : null}
    </div>
  );
}

/** Opens the dialog in which the person begins something on this page, such as a key. */
function useBegin(session: Session): () => void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return useCallback(() => {
    const begins = pagesOf(session).find(({ path }) => path === pathname)?.begins;
    if (!begins || topDialog() || !session.team || !mayNow(session.team, begins.needs)) return;
    const search = Object.fromEntries(new URLSearchParams(begins.search));
    void navigate({ to: pathname, search: search as never });
  }, [session, pathname, navigate]);
}

/** Focuses the field that searches the list in view. On a page without such a field, opens the palette. */
function searchList(searchPages: () => void): void {
  const field = filterField();
  field?.focus();
  field?.select();
  if (!field && !topDialog()) searchPages();
}

/** Focuses the filters of the list in view, and shows what they offer. */
function openFilters(): void {
  const field = filterField();
  field?.focus();
  field?.click();
}

const filterField = () =>
  (topDialog() ?? document.getElementById('content'))?.querySelector<HTMLInputElement>(
    'search input[role="combobox"]',
  );
