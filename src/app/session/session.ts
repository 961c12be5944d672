import { useQuery } from '@tanstack/react-query';
import type { CurrentSession } from '../../features/session/session.schema.ts';
import { client, queryClient, trpc } from '../api/client.ts';
import { ask } from '../api/questions.ts';
import { mayNow, type SessionTeam, type TeamRight } from './rights.ts';

export type Session = NonNullable<CurrentSession>;

/** Reads the session again when the person returns to the window, because it may have ended elsewhere. */
export const sessionQuery = () => {
  const options = trpc.session.current.queryOptions({}, { staleTime: 30_000 });
  const queryFn = async () => {
    const existing = queryClient.getQueryData(options.queryKey);
    const now = await client.session.current.query({});
    if (now || !existing) return now;
    // The page and its forms stay on the screen until the person has signed in again.
    return (await ask('sign_in')) ? client.session.current.query({}) : null;
  };
  return { ...options, queryFn };
};

/** Null if nobody is signed in. Undefined while that is unknown. */
export function useSession(): Session | null | undefined {
  return useQuery(sessionQuery()).data;
}

export function useTeam(): SessionTeam | null {
  return useSession()?.team ?? null;
}

/** Rights that a visitor of a sandbox does not have. `mayNow` alone would grant them: it sees only role and rights. */
const ofMembers: ReadonlySet<TeamRight> = new Set([
  'change_own_cases',
  'offer_ownership',
  'accept_ownership',
]);

export function useMay(right: TeamRight): boolean {
  const team = useTeam();
  if (team?.sandbox_of && ofMembers.has(right)) return false;
  return team !== null && mayNow(team, right);
}
