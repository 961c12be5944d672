import type { Provider } from '../../../../features/crm/connections/connections.schema.ts';
import { useTexts } from '../../../text/language.ts';
import { connectTexts } from './texts.ts';

/** Says step by step where the CRM shows the credentials. */
export function WhereToFind({ provider }: { provider: Provider }) {
  const t = useTexts(connectTexts);
  const steps = Object.values<string>(t.steps[provider]);
  if (steps.length === 0) return null;
  return (
    <section className="grid gap-2 rounded-lg bg-sunk px-3 py-2.5 text-sm">
      <h3 className="font-medium">{t.where}</h3>
      <ol className="grid list-decimal gap-1.5 pl-5 text-pretty wrap-anywhere marker:text-soft">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  );
}
