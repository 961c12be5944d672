import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { FailureScreen } from '../screens/failure-screen.tsx';
import { sessionQuery } from '../session/session.ts';
import { TimeZoneOfTeam } from '../session/time-zone.tsx';
import { setLanguage } from '../text/language.ts';
import { Toasts } from '../ui/toasts.tsx';
import { OpenFrame } from './open-frame.tsx';
import { Questions } from './questions.tsx';

/** Finds out who is here before it shows any page. */
export function Root() {
  const { data: session, error, refetch } = useQuery(sessionQuery());
  const lang = session?.person.lang;
  useEffect(() => {
    if (lang) setLanguage(lang);
  }, [lang]);
  if (session === undefined) {
    return error ? (
      <OpenFrame>
        <FailureScreen isWhole error={error} retry={() => void refetch()} />
      </OpenFrame>
    ) : null;
  }
  return (
    <TimeZoneOfTeam>
      <Outlet />
      <Questions />
      <Toasts />
    </TimeZoneOfTeam>
  );
}
