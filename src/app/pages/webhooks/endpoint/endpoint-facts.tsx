import type { EndpointDetail } from '../../../../features/webhooks/endpoint-detail.schema.ts';
import { Time } from '../../../session/time.tsx';
import { numberText } from '../../../text/formats.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { uiTexts } from '../../../ui/texts.ts';
import { endpointTexts } from '../endpoints/texts.ts';
import { endpointPageTexts } from './texts.ts';

/** The facts beside the chart. The column is narrow, so each name is above its value. */
export function EndpointFacts({ endpoint }: { endpoint: EndpointDetail }) {
  const t = useTexts(endpointPageTexts);
  const list = useTexts(endpointTexts);
  const ui = useTexts(uiTexts);
  const language = useLanguage();
  const { url, description, events, last_success_at, created_at, waiting, api_version } = endpoint;
  return (
    <section className="grid content-start gap-4 rounded-xl border border-line bg-card p-4 text-sm shadow-sm">
      <h2 className="text-base font-medium">{t.details}</h2>
      <dl className="grid grid-cols-2 gap-3">
        <div className="col-span-2 grid gap-0.5">
          <dt className="text-xs text-soft">{list.url}</dt>
          <dd className="font-mono text-xs wrap-anywhere">{url}</dd>
        </div>
        {description ? (
          <div className="col-span-2 grid gap-0.5">
            <dt className="text-xs text-soft">{list.description}</dt>
            <dd className="break-words">{description}</dd>
          </div>
        ) : null}
        <div className="col-span-2 grid gap-1">
          <dt className="text-xs text-soft">{list.events}</dt>
          <dd className="flex flex-wrap gap-1">
            {events.map((type) => (
              <code className="rounded-sm bg-sunk px-1.5 py-0.5 font-mono text-xs" key={type}>
                {type}
              </code>
            ))}
          </dd>
        </div>
        <Fact label={list.lastSuccess}>
          {last_success_at ? <Time at={last_success_at} /> : ui.never}
        </Fact>
        <Fact label={t.waiting}>{numberText(waiting, language)}</Fact>
        <Fact label={t.created}>
          <Time at={created_at} />
        </Fact>
        <Fact label={t.version}>{api_version}</Fact>
      </dl>
    </section>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="grid gap-0.5">
      <dt className="text-xs text-soft">{label}</dt>
      <dd className="tabular">{children}</dd>
    </div>
  );
}
