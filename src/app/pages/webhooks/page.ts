import type { PageDefinition } from '../page-definition.ts';

export const endpointsPage: PageDefinition = {
  path: '/webhooks',
  title: { de: 'Webhook-Endpunkte', en: 'Webhook endpoints' },
  needs: 'see_webhooks',
  nav: { group: 'interfaces', icon: 'webhook' },
  words: 'webhooks endpoint url secret ereignisse events pause pausieren ausschalten switch off',
  begins: {
    title: { de: 'Endpunkt erstellen', en: 'Create endpoint' },
    search: '?new=1',
    needs: 'make_webhook_secrets',
  },
  load: () =>
    import('./endpoints/endpoints-page.tsx').then(({ EndpointsPage }) => ({ Page: EndpointsPage })),
};

export const endpointPage: PageDefinition = {
  path: '/webhooks/$endpointId',
  title: { de: 'Webhook-Endpunkt', en: 'Webhook endpoint' },
  list: endpointsPage,
  needs: 'see_webhooks',
  load: () =>
    import('./endpoint/endpoint-page.tsx').then(({ EndpointPage }) => ({ Page: EndpointPage })),
  example: ({ endpoint }) => `/webhooks/${endpoint}`,
};

export const deliveriesPage: PageDefinition = {
  path: '/deliveries',
  title: { de: 'Zustellungen', en: 'Deliveries' },
  needs: 'see_webhooks',
  nav: { group: 'interfaces', icon: 'mail' },
  words:
    'webhooks zustellungen deliveries resend erneut senden retry wiederholen aufgegeben given up failed ereignis event',
  load: () =>
    import('./deliveries/deliveries-page.tsx').then(({ DeliveriesPage }) => ({
      Page: DeliveriesPage,
    })),
};

export const deliveryPage: PageDefinition = {
  path: '/deliveries/$deliveryId',
  title: { de: 'Zustellung', en: 'Delivery' },
  list: deliveriesPage,
  needs: 'see_webhooks',
  load: () =>
    import('./delivery/delivery-page.tsx').then(({ DeliveryPage }) => ({ Page: DeliveryPage })),
  example: ({ delivery }) => `/deliveries/${delivery}`,
};

export const eventsPage: PageDefinition = {
  path: '/events',
  title: { de: 'Ereignisse', en: 'Events' },
  needs: 'see_webhooks',
  nav: { group: 'interfaces', icon: 'feed' },
  words: 'feed ereignis-feed events leser reader cursor',
  load: () => import('./events/events-page.tsx').then(({ EventsPage }) => ({ Page: EventsPage })),
};

export const eventPage: PageDefinition = {
  path: '/events/$eventId',
  title: { de: 'Ereignis', en: 'Event' },
  list: eventsPage,
  needs: 'see_webhooks',
  load: () => import('./events/event-page.tsx').then(({ EventPage }) => ({ Page: EventPage })),
  example: ({ event }) => `/events/${event}`,
};
