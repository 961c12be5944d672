import './style.css';
// Runs before the router reads the address: the router must never see the code of a consent.
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
import { useTexts } from './text/language.ts';

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

const root = document.getElementById('app');
if (!root) throw new Error('The page lacks the element #app');

createRoot(root).render(
  <StrictMode>
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
