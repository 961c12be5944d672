import type { Provider } from '../../../features/crm/connections/connections.schema.ts';

/** Two letters, because the providers own their logos. */
const letters: Record<Provider, string> = {
  hubspot: 'Hs',
  pipedrive: 'Pd',
  salesforce: 'Sf',
  demo: 'De',
};

/** Tells providers apart at a glance. The name stands beside it. */
export function ProviderLogo({ provider }: { provider: Provider }) {
  return (
    <span
      aria-hidden="true"
      className="grid size-9 shrink-0 place-items-center rounded-lg bg-accent-wash text-sm font-semibold text-accent-text"
    >
      {letters[provider]}
    </span>
  );
}
