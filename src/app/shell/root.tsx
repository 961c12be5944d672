import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { FailureScreen } from '../screens/failure-screen.tsx';
import { sessionQuery } from '../session/session.ts';
import { TimeZoneOfTeam } from '../session/time-zone.tsx';
import { followProfile, keepLanguage } from '../text/language.ts';
import { Toasts } from '../ui/toasts.tsx';
import { useLeaveGuard } from './leave-question.tsx';
import { OpenFrame } from './open-frame.tsx';
import { Questions } from './questions.tsx';

/** Reads the session. Until then, pages show only their frame. */
export function Root() {
  const { data: session, error, refetch } = useQuery(sessionQuery());
  const lang = session?.person.lang;
  const wasOut = useRef(false);
  useEffect(() => {
    if (session === null) wasOut.current = true;
    if (!lang) return;
    if (wasOut.current) keepLanguage();
    else followProfile(lang);
    wasOut.current = false;
  }, [session, lang]);
  useLeaveGuard();
  if (session === undefined && error) {
    return (
      <OpenFrame>
        <FailureScreen isWhole error={error} retry={() => void refetch()} />
      </OpenFrame>
    );
  }
  return (
    <TimeZoneOfTeam>
      <Outlet />
      <Questions />
      <Toasts />
    </TimeZoneOfTeam>
  );
}
