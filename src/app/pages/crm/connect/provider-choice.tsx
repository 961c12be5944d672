import type { Provider } from '../../../../features/crm/connections/connections.schema.ts';
import type { AppOutputs } from '../../../api/outputs.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { Icon } from '../../../ui/icon.tsx';
import { ProviderLogo } from '../provider-logo.tsx';
import { providerNames } from '../provider-names.ts';
import { connectTexts } from './texts.ts';

export type Offered = AppOutputs['crm']['providers']['data'][number];

type Props = { offered: readonly Offered[]; onChoose: (provider: Provider) => void };

/** The CRMs that can be connected, each with the way to do it. */
export function ProviderChoice({ offered, onChoose }: Props) {
  const t = useTexts(connectTexts);
  const names = providerNames[useLanguage()];
  return (
    <ul className="grid gap-2">
      {offered.map(({ provider, oauth, fields }) => (
        <li key={provider}>
          <button
            data-first
            className="flex w-full items-center gap-3 rounded-xl border border-line bg-card p-3 text-left shadow-sm transition-colors duration-100 hover:bg-hover"
            onClick={() => onChoose(provider)}
            type="button"
          >
            <ProviderLogo provider={provider} />
            <span className="grid min-w-0 flex-1">
              <span className="font-medium">{names[provider]}</span>
              <span className="text-sm text-soft">
                {oauth ? t.ways.oauth : fields.length > 0 ? t.ways.token : t.ways.one_click}
              </span>
            </span>
            <Icon className="text-soft" name="right" />
          </button>
        </li>
      ))}
    </ul>
  );
}
