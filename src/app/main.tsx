import './style.css';
// Runs before the router reads the address: the router must never see the code of a consent, because it keeps
// addresses, and a redirect to the sign-in carries one.
import './pages/crm/callback/consent-answer.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/client.ts';
import { Screen } from './screens/screen.tsx';
import { screenTexts } from './screens/texts.ts';
import { OpenFrame } from './shell/open-frame.tsx';
import { router } from './shell/router.tsx';
import { shellTexts } from './shell/texts.ts';
import { useTexts } from './text/language.ts';
import { Icon } from './ui/icon.tsx';

/** Takes the place of the app over plain HTTP on a host other than localhost, where browsers keep none of our cookies. */
function InsecureScreen() {
  const t = useTexts(screenTexts);
  const encrypted = location.href.replace(/^http:/, 'https:');
  return (
    <Screen icon="privacy" isWhole title={t.insecure}>
      <p>{t.insecureMore}</p>
      <a
        className="break-all rounded-sm font-mono text-xs text-accent-text underline"
        href={encrypted}
      >
        {encrypted}
      </a>
      <p className="text-sm">{t.insecureOperator}</p>
    </Screen>
  );
}

/** Says above every page that the installation sends nothing. The server has marked the page then. */
function OutgoingBand() {
  const t = useTexts(shellTexts);
  if (document.documentElement.dataset.outgoing !== 'off') return null;
  return (
    <section
      aria-label={t.outgoing}
      className="flex items-center gap-x-3 bg-warn-wash px-4 py-2 text-sm text-warn sm:px-8"
    >
      <Icon className="shrink-0" name="alert" />
      <p>{t.outgoingOff}</p>
    </section>
  );
}

const root = document.getElementById('app');
if (!root) throw new Error('The page lacks the element #app');

// The outline that came with the page stays until the code shows a page: the router knows its first one only later.
const outline = document.querySelector('.before-code');
const observer = new MutationObserver(() => {
  if (root.querySelector('main, h1') === null) return;
  outline?.remove();
  observer.disconnect();
});
observer.observe(root, { childList: true, subtree: true });

createRoot(root).render(
  <StrictMode>
    <OutgoingBand />
    {isSecureContext ? (
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    ) : (
      <OpenFrame>
        <InsecureScreen />
      </OpenFrame>
    )}
  </StrictMode>,
);
