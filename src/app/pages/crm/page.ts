import type { PageDefinition } from '../page-definition.ts';

const load: PageDefinition['load'] = () =>
  import('./connection/crm-page.tsx').then(({ CrmPage }) => ({ Page: CrmPage }));

export const connectionsPage: PageDefinition = {
  path: '/crm',
  title: { de: 'CRM-Verbindungen', en: 'CRM connections' },
  needs: 'see_crm_connections',
  nav: { group: 'interfaces', icon: 'plug' },
  words: 'crm hubspot pipedrive salesforce verbinden connect synchronisieren sync deals',
  begins: {
    title: { de: 'CRM verbinden', en: 'Connect a CRM' },
    search: '?new=1',
    needs: 'connect_crm',
  },
  load,
};

/** The same page with one of several connections. */
export const connectionPage: PageDefinition = {
  path: '/crm/$connectionId',
  title: connectionsPage.title,
  needs: 'see_crm_connections',
  markedAs: '/crm',
  load,
  example: ({ connection }) => `/crm/${connection}`,
};

/**
 * The provider sends the person back to this page. Anyone may open it: it takes the code out of the address before it
 * asks who is here. A redirect to the sign-in would keep the code in the address.
 */
export const consentPage: PageDefinition = {
  path: '/crm/callback',
  title: { de: 'Verbindung mit dem CRM', en: 'Connection to the CRM' },
  needs: 'nobody',
  load: () =>
    import('./callback/consent-page.tsx').then(({ ConsentPage }) => ({ Page: ConsentPage })),
};

export const dealsPage: PageDefinition = {
  path: '/crm/deals',
  title: { de: 'CRM-Deals', en: 'CRM deals' },
  needs: 'see_crm',
  nav: { group: 'training', icon: 'crm' },
  words: 'crm deals abschluss opportunities pipeline',
  load: () => import('./deals-page.tsx').then(({ DealsPage }) => ({ Page: DealsPage })),
};

export const objectionsPage: PageDefinition = {
  path: '/crm/objections',
  title: { de: 'CRM-Einwände', en: 'CRM objections' },
  needs: 'see_crm',
  markedAs: '/crm/deals',
  words: 'crm einwände objections',
  load: () =>
    import('./objections-page.tsx').then(({ ObjectionsPage }) => ({ Page: ObjectionsPage })),
};
