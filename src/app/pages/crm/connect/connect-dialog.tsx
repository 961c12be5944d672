import type { Provider } from '../../../../features/crm/connections/connections.schema.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { providerNames } from '../provider-names.ts';
import { ConnectProvider } from './connect-provider.tsx';
import { type Offered, ProviderChoice } from './provider-choice.tsx';
import { connectTexts } from './texts.ts';

type Props = {
  offered: readonly Offered[];
  chosen: Offered | undefined;
  onChoose: (provider: Provider | null) => void;
  onClose: () => void;
};

/** Connects a CRM: first which one, then how. */
export function ConnectDialog({ offered, chosen, onChoose, onClose }: Props) {
  const t = useTexts(connectTexts);
  const names = providerNames[useLanguage()];
  if (!chosen) {
    return (
      <Dialog lead={t.choose} onClose={onClose} title={t.title}>
        <ProviderChoice offered={offered} onChoose={onChoose} />
      </Dialog>
    );
  }
  return (
    <ConnectProvider
      key={chosen.provider}
      offered={chosen}
      onBack={() => onChoose(null)}
      onClose={onClose}
      title={t.titleOf(names[chosen.provider])}
    />
  );
}
