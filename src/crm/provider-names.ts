import type { CrmProvider } from './connection-settings.ts';

/** The names of the providers, as they write them. */
export const providerNames: Record<CrmProvider, string> = {
  hubspot: 'HubSpot',
  pipedrive: 'Pipedrive',
  salesforce: 'Salesforce',
  demo: 'Demo CRM',
};
