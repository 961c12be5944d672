import type { Provider } from '../../../features/crm/connections/connections.schema.ts';
import type { InEach } from '../../../shared/language/language.ts';

type Names = Record<Provider, string>;
const brands = { hubspot: 'HubSpot', pipedrive: 'Pipedrive', salesforce: 'Salesforce' };

export const providerNames = {
  de: { ...brands, demo: 'Demo-CRM' },
  en: { ...brands, demo: 'Demo CRM' },
} satisfies InEach<Names>;

/** A sign of our own in each provider's colour, on a grid of 20 by 20: the providers own their logos. */
const signs: Record<Provider, { colour: string; path: string }> = {
  hubspot: {
    colour: '#d9410f',
    path: 'M12.5 16a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M12.5 9V5.5M9.8 10.3 5 6.2M10 15l-2.3 2.3M12.5 3.5v.1M4 5.2v.1',
  },
  pipedrive: {
    colour: '#0b7a45',
    path: 'M10.8 12.5a4.2 4.2 0 1 0 0-8.4 4.2 4.2 0 0 0 0 8.4M4 4.5h1.6a1 1 0 0 1 1 1V17',
  },
  salesforce: {
    colour: '#0b74b8',
    path: 'M6 15a3.2 3.2 0 0 1-.9-6.2A3.6 3.6 0 0 1 11 6a4 4 0 0 1 5.2 2.2A3.5 3.5 0 0 1 14.5 15z',
  },
  demo: { colour: '#5b616e', path: 'M4 16V9.5M8 16V5M12 16v-4.5M16 16V7.5' },
};

/** Tells providers apart at a glance. The name stands beside it. */
export function ProviderLogo({ provider }: { provider: Provider }) {
  const { colour, path } = signs[provider];
  return (
    <svg
      aria-hidden="true"
      className="size-9 shrink-0 rounded-lg p-2 text-white"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth="1.75"
      style={{ background: colour }}
      viewBox="0 0 20 20"
    >
      <path d={path} />
    </svg>
  );
}
