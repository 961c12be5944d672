import { createContext, type ReactNode, useContext } from 'react';
import { useTeam } from './session.ts';

const ofBrowser = Intl.DateTimeFormat().resolvedOptions().timeZone;
const TimeZone = createContext(ofBrowser);

/** Provides the team's time zone to all times in the app. */
export function TimeZoneOfTeam({ children }: { children: ReactNode }) {
  return <TimeZone value={useTeam()?.time_zone ?? ofBrowser}>{children}</TimeZone>;
}

/** The time zone in which all times are shown: the team's, or without a team the browser's. */
export function useTimeZone(): string {
  return useContext(TimeZone);
}
