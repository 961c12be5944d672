import type { Provider } from '../../../../features/crm/connections/connections.schema.ts';
import type { Action } from '../../../api/use-action.ts';
import { useTexts } from '../../../text/language.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import { connectTexts } from './texts.ts';

type Props = {
  provider: Provider;
  title: string;
  action: Action<{ provider: Provider; credentials: Record<string, never> }>;
  onBack: (() => void) | undefined;
  onClose: () => void;
};

/** Connects the demo's CRM, which needs no credentials. */
export function ConnectOneClick({ provider, title, action, onBack, onClose }: Props) {
  const t = useTexts(connectTexts);
  const ui = useTexts(uiTexts);
  const buttons = (
    <>
      <Button onClick={onBack ?? onClose}>{onBack ? t.back : ui.cancel}</Button>
      <Button
        data-first=""
        isBusy={action.isBusy}
        look="primary"
        onClick={() => void action.run({ provider, credentials: {} })}
      >
        {t.connect}
      </Button>
    </>
  );
  return (
    <Dialog footer={buttons} onClose={onClose} size="sm" title={title}>
      <p className="text-soft">{t.demoMore}</p>
      <FailureNotice error={action.error} />
    </Dialog>
  );
}
