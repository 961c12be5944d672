import { createRootRoute, createRoute, createRouter, Navigate } from '@tanstack/react-router';
import { pages } from '../pages/registered.ts';
import { CrashScreen } from '../screens/crash-screen.tsx';
import { useSession } from '../session/session.ts';
import { Loading } from '../ui/late.tsx';
import { isDevelopment } from './development.ts';
import { NotFoundPage } from './not-found-page.tsx';
import { ShellOutline } from './outline.tsx';
import { PageFrame } from './page-frame.tsx';
import { partOf } from './page-parts.ts';
import { PageSkeleton } from './page-skeleton.tsx';
import { pagesOf } from './pages-of.ts';
import { Root } from './root.tsx';

/** Leads to the first page of the navigation that the person may open. */
function FirstPage() {
  const session = useSession();
  if (session === undefined) return <ShellOutline />;
  if (session === null) return <Navigate replace to="/sign-in" />;
  const open = pagesOf(session);
  const first = open.find((page) => page.nav) ?? open.find((page) => page.needs === 'session');
  return first ? <Navigate replace to={first.path} /> : null;
}

const root = createRootRoute({ component: Root, notFoundComponent: NotFoundPage });

const first = createRoute({ getParentRoute: () => root, path: '/', component: FirstPage });

const routes = pages
  .filter((page) => isDevelopment || !page.isForDevelopment)
  .map((page) => {
    const part = partOf(page);
    return createRoute({
      getParentRoute: () => root,
      path: page.path,
      component: () => (
        <PageFrame page={page}>
          <Loading loading={part.lastLoad()} part={part} props={{}} />
        </PageFrame>
      ),
      pendingComponent: () => (
        <PageFrame page={page}>
          <PageSkeleton page={page} />
        </PageFrame>
      ),
      // PartScreen, inside the page's frame, reports that the page could not be loaded.
      loader: () => part.load().catch(() => undefined),
    });
  });

/** Everything in the address is text. The router's own parser would make numbers and JSON of filters. */
const parseSearch = (text: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(text));

const stringifySearch = (search: Record<string, unknown>): string => {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(
    entries.map(([name, value]) => [name, String(value)]),
  ).toString();
  return text === '' ? '' : `?${text}`;
};

export const router = createRouter({
  routeTree: root.addChildren([first, ...routes]),
  basepath: '/app',
  defaultPreload: 'intent',
  // Otherwise a link whose preload failed without a connection would count as loaded.
  defaultPreloadStaleTime: 0,
  defaultErrorComponent: CrashScreen,
  defaultPendingMs: 150,
  defaultPendingMinMs: 0,
  scrollRestoration: true,
  parseSearch,
  stringifySearch,
});
