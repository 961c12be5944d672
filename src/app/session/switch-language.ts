import type { Language } from '../../shared/language/language.ts';
import { client, queryClient, reload, trpc } from '../api/client.ts';
import { setLanguage } from '../text/language.ts';
import { showToast } from '../ui/toasts.tsx';
import { sessionTexts } from './texts.ts';

/** Stores the language in the profile too, for the next sign-in and for mails. */
export async function switchLanguage(lang: Language, now: Language): Promise<void> {
  try {
    const { version } = await client.account.profile.query({});
    const saved = await client.account.changeProfile.mutate({ version, lang });
    queryClient.setQueryData(trpc.account.profile.queryKey({}), saved);
    setLanguage(saved.lang);
    // Titles and names of the catalog arrive in the language of the request.
    await reload();
  } catch {
    showToast(sessionTexts[now].languageFailed, { isBad: true });
  }
}
