import type { PageDefinition } from '../page-definition.ts';

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
  words: 'crm einwände objections',
  load: () =>
    import('./objections-page.tsx').then(({ ObjectionsPage }) => ({ Page: ObjectionsPage })),
};
