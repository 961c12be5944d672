import type { PageDefinition } from '../page-definition.ts';

export const eventsPage: PageDefinition = {
  path: '/events',
  title: { de: 'Ereignisse', en: 'Events' },
  needs: 'see_webhooks',
  nav: { group: 'interfaces', icon: 'feed' },
  words: 'feed ereignis-feed events leser reader cursor',
  load: () => import('./events-page.tsx').then(({ EventsPage }) => ({ Page: EventsPage })),
};
