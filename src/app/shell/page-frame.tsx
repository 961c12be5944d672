import { CatchBoundary, Navigate, useLocation } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import type { PageDefinition } from '../pages/page-definition.ts';
import { CrashScreen } from '../screens/crash-screen.tsx';
import { ForbiddenScreen, NoTeamScreen } from '../screens/no-access-screens.tsx';
import { may } from '../session/rights.ts';
import { type Session, useSession } from '../session/session.ts';
import { useLanguage } from '../text/language.ts';
import { useLoadAhead } from './load-ahead.ts';
import { OpenFrame } from './open-frame.tsx';
import { OpenSkeleton, ShellOutline } from './outline.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import { Shell } from './shell.tsx';
import { useTitle } from './use-title.ts';

/** The frame of a page: the shell, or the reason why the person may not see the page. */
export function PageFrame({ page, children }: { page: PageDefinition; children: ReactNode }) {
  const session = useSession();
  const { href, pathname } = useLocation();
  const title = page.title[useLanguage()];
  useTitle(session?.team?.sandbox_of ? `Sandbox: ${title}` : title);
  useFocus(pathname);
  useLoadAhead(page, session);
  if (session === undefined) return outlineOf(page);
  const guarded = (
    <CatchBoundary errorComponent={CrashScreen} getResetKey={() => pathname}>
      <Suspense fallback={<PageSkeleton page={page} />}>{children}</Suspense>
    </CatchBoundary>
  );
  if (page.needs === 'nobody') return <OpenFrame>{guarded}</OpenFrame>;
  if (!session) return <ToSignIn from={href} />;
  return (
    <Shell isOwn={page.nav?.group === 'own'} session={session}>
      {refusal(page, session) ?? guarded}
    </Shell>
  );
}

/**
 * Leads to the sign-in, and from there back. The address changes while the code of the sign-in still
 * loads: without the kept element, each change would navigate again, to an ever longer address.
 */
function ToSignIn({ from }: { from: string }): ReactNode {
  const [first] = useState(() => <Navigate replace search={{ to: from }} to="/sign-in" />);
  return first;
}

function outlineOf(page: PageDefinition): ReactNode {
  if (page.needs !== 'nobody') return <ShellOutline page={page} />;
  return (
    <OpenFrame>
      <OpenSkeleton />
    </OpenFrame>
  );
}

function refusal({ needs }: PageDefinition, { team }: Session): ReactNode {
  if (needs === 'session' || needs === 'nobody') return undefined;
  if (!team) return <NoTeamScreen />;
  return may(team, needs) ? undefined : <ForbiddenScreen />;
}

/** After a change of the page, moves the focus of keyboard and screen reader to its content, or to its open entry. */
function useFocus(pathname: string): void {
  useEffect(() => {
    const isOther = lastPath !== undefined && lastPath !== pathname;
    // The frame of a page replaces its own while the page was loaded, with the focus in it.
    const isLost = hasMoved && document.activeElement === document.body;
    if (isOther || isLost) {
      const entry = document.querySelector<HTMLElement>('[data-pane]');
      (entry ?? document.getElementById('content'))?.focus({ preventScroll: true });
    }
    hasMoved ||= isOther;
    lastPath = pathname;
  }, [pathname]);
}

// Kept outside of the component, because each page has a frame of its own.
let lastPath: string | undefined;
/** Whether the person has gone to another page. The first page leaves the focus where the browser has it. */
let hasMoved = false;
