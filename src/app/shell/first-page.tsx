import { Navigate } from '@tanstack/react-router';
import { useSession } from '../session/session.ts';
import { ShellOutline } from './outline.tsx';
import { pagesOf } from './pages-of.ts';

/** Leads to the first page of the navigation that the person may open. */
export function FirstPage() {
  const session = useSession();
  if (session === undefined) return <ShellOutline />;
  if (session === null) return <Navigate replace to="/sign-in" />;
  const open = pagesOf(session);
  const first = open.find((page) => page.nav) ?? open.find((page) => page.needs === 'session');
  return first ? <Navigate replace to={first.path} /> : null;
}
