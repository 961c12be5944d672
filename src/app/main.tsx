import './style.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/client.ts';
import { InsecureScreen } from './screens/insecure-screen.tsx';
import { OpenFrame } from './shell/open-frame.tsx';
import { router } from './shell/router.tsx';

const place = document.getElementById('app');
if (!place) throw new Error('The page has no place for the app');

createRoot(place).render(
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
