import { hashKey } from '@tanstack/react-query';
import { client, queryClient } from '../api/client.ts';
import { currentLanguage } from '../text/language.ts';
import { forgetTabKey } from '../ui/forget-tab-key.ts';
import { uiTexts } from '../ui/texts.ts';
import { showToast, whyOf } from '../ui/toasts.tsx';
import { mayLeaveApp } from '../ui/unsaved.ts';
import { sessionQuery } from './session.ts';

/** Drops everything that was read: the next person or team must see nothing of it. */
export async function forgetAll(): Promise<void> {
  await queryClient.cancelQueries();
  queryClient.clear();
}

/** Forgets what was read, when a person signs in after the session has ended. It may be another person. */
export function forgetRead(): void {
  const session = hashKey(sessionQuery().queryKey);
  queryClient.removeQueries({ predicate: ({ queryHash }) => queryHash !== session });
  forgetTabKey();
}

/** Signs out and loads the page anew, so that nothing stays in its memory. */
export async function signOut(leave = () => location.assign('/app/sign-in')): Promise<void> {
  if (!(await mayLeaveApp())) return;
  await client.session.signOut.mutate({}).catch(() => undefined);
  await forgetAll();
  forgetTabKey();
  leave();
}

/** Opens another team, at a page of it. A message says why if that fails. */
export async function switchTeam(tenant_id: string, page = '/app/'): Promise<void> {
  if (!(await mayLeaveApp())) return;
  try {
    await client.session.switchTeam.mutate({ tenant_id });
  } catch (error) {
    showToast(uiTexts[currentLanguage()].notSwitched, { more: whyOf(error), isBad: true });
    return;
  }
  await forgetAll();
  location.assign(page);
}
