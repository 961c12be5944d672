import type { CrmProvider } from './connection-settings.ts';

/** The names of the providers, spelled as the providers spell them. */
export const providerNames: Record<CrmProvider, string> = {
  hubspot: 'HubSpot',
  pipedrive: 'Pipedrive',
  salesforce: 'Salesforce',
  demo: 'Demo CRM',
};
