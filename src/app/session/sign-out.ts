import { hashKey } from '@tanstack/react-query';
import { client, queryClient } from '../api/client.ts';
import { mayLeaveApp } from '../ui/unsaved.ts';
import { sessionQuery } from './session.ts';

/** Forgets everything that was read: nothing of one person or team may be shown to the next. */
export async function forgetAll(): Promise<void> {
  await queryClient.cancelQueries();
  queryClient.clear();
}

/** For a sign-in after the session has ended, because somebody else may be here now. */
export function forgetRead(): void {
  const session = hashKey(sessionQuery().queryKey);
  queryClient.removeQueries({ predicate: ({ queryHash }) => queryHash !== session });
}

/** Signs out and loads the page again, so that nothing stays in its memory. */
export async function signOut(leave = () => location.assign('/app/sign-in')): Promise<void> {
  if (!(await mayLeaveApp())) return;
  await client.session.signOut.mutate({}).catch(() => undefined);
  await forgetAll();
  leave();
}

export async function switchTeam(tenant_id: string): Promise<void> {
  if (!(await mayLeaveApp())) return;
  await client.session.switchTeam.mutate({ tenant_id });
  await forgetAll();
  location.assign('/app/');
}
