import './style.css';
// Runs before the router reads the address: the router must never see the code of a consent.
import './pages/crm/callback/consent-answer.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/client.ts';
import { InsecureScreen } from './screens/insecure-screen.tsx';
import { OpenFrame } from './shell/open-frame.tsx';
import { router } from './shell/router.tsx';

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
