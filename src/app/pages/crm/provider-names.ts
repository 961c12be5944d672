import type { Provider } from '../../../features/crm/connections/connections.schema.ts';
import type { InEach } from '../../../shared/language.ts';

type Names = Record<Provider, string>;
const brands = { hubspot: 'HubSpot', pipedrive: 'Pipedrive', salesforce: 'Salesforce' };

export const providerNames = {
  de: { ...brands, demo: 'Demo-CRM' },
  en: { ...brands, demo: 'Demo CRM' },
} satisfies InEach<Names>;
