import type { PageDefinition } from '../page-definition.ts';

export const requestLogPage: PageDefinition = {
  path: '/request-log',
  title: { de: 'API-Anfragen', en: 'API requests' },
  needs: 'see_request_log',
  nav: { group: 'interfaces', icon: 'terminal' },
  words: 'log protokoll fehler errors 401 429 request id live curl',
  load: () =>
    import('./request-log-page.tsx').then(({ RequestLogPage }) => ({ Page: RequestLogPage })),
};
