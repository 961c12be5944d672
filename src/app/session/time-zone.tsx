import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext } from 'react';
import { trpc } from '../api/client.ts';
import { useTeam } from './session.ts';

const ofBrowser = Intl.DateTimeFormat().resolvedOptions().timeZone;
const TimeZone = createContext(ofBrowser);

/** Provides the team's time zone to all times in the app. */
export function TimeZoneOfTeam({ children }: { children: ReactNode }) {
  const team = useTeam();
  const { data } = useQuery({ ...trpc.team.get.queryOptions({}), enabled: team !== null });
  return <TimeZone value={data?.time_zone ?? ofBrowser}>{children}</TimeZone>;
}

/** The team's time zone, in which all times are shown. Until it is known, the browser's. */
export function useTimeZone(): string {
  return useContext(TimeZone);
}
