import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type {
  AccountFound,
  ConnectionSummary,
} from '../../../../features/crm/connections/connections.schema.ts';
import { client } from '../../../api/client.ts';
import { type Action, useAction } from '../../../api/use-action.ts';
import { isSandbox } from '../../../session/rights.ts';
import { useTeam } from '../../../session/session.ts';
import { useTexts } from '../../../text/language.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { late } from '../../../ui/late.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import { showToast } from '../../../ui/toasts.tsx';
import type { Entered } from './credential-form.ts';
import type { Offered } from './provider-choice.tsx';
import { connectTexts } from './texts.ts';

const CredentialsDialog = late(() =>
  import('./credentials-dialog.tsx').then((part) => part.CredentialsDialog),
);
const FoundDialog = late(() => import('./found-dialog.tsx').then((part) => part.FoundDialog));

type Props = {
  offered: Offered;
  title: string;
  /** The connection that gets new credentials. Missing: a new connection is made. */
  again?: ConnectionSummary | undefined;
  onBack?: () => void;
  onClose: () => void;
};

type Found = { account: AccountFound; credentials: Entered };

/** Connects by a consent at the provider, or by credentials. Credentials are tested before they are stored. */
export function ConnectProvider({ offered, title, again, onBack, onClose }: Props) {
  const t = useTexts(connectTexts);
  const navigate = useNavigate();
  const [found, setFound] = useState<Found | null>(null);
  const connect = useAction(client.crm.connect.mutate, async ({ id, revived }) => {
    await navigate({ to: `/crm/${id}`, replace: true });
    showToast(revived ? t.revived : t.connected);
  });
  const renew = useAction(client.crm.reconnect.mutate, () => {
    onClose();
    showToast(t.reconnected);
  });
  const { provider, fields } = offered;
  if (fields.length === 0 && !offered.oauth) {
    const dialog = { onBack, onClose, title };
    if (!again) {
      return <ConnectOneClick {...dialog} action={connect} input={{ provider, credentials: {} }} />;
    }
    const input = { connection_id: again.id, credentials: {} };
    return <ConnectOneClick {...dialog} action={renew} input={input} />;
  }
  if (!found) {
    return (
      <CredentialsDialog
        again={again}
        offered={offered}
        onBack={onBack}
        onClose={onClose}
        onFound={(account, credentials) => setFound({ account, credentials })}
        title={title}
      />
    );
  }
  const { account, credentials } = found;
  const store = (name: string) =>
    again
      ? renew.orThrow({ connection_id: again.id, credentials })
      : connect.orThrow({ provider, credentials, ...(name && { name }) });
  return (
    <FoundDialog
      account={account}
      again={again}
      onBack={() => setFound(null)}
      onClose={onClose}
      provider={provider}
      store={store}
      title={title}
    />
  );
}

type OneClickProps<I> = {
  title: string;
  action: Action<I>;
  input: I;
  onBack: (() => void) | undefined;
  onClose: () => void;
};

/** Connects the demo's CRM or, in a sandbox, the practice CRM. Both need no credentials. */
function ConnectOneClick<I>({ title, action, input, onBack, onClose }: OneClickProps<I>) {
  const t = useTexts(connectTexts);
  const inSandbox = isSandbox(useTeam());
  const ui = useTexts(uiTexts);
  const buttons = (
    <>
      <Button onClick={onBack ?? onClose}>{onBack ? t.back : ui.cancel}</Button>
      <Button
        data-first=""
        isBusy={action.isBusy}
        look="primary"
        onClick={() => void action.run(input)}
      >
        {t.connect}
      </Button>
    </>
  );
  return (
    <Dialog footer={buttons} onClose={onClose} size="sm" title={title}>
      <p className="text-soft">{inSandbox ? t.practiceMore : t.demoMore}</p>
      <FailureNotice error={action.error} />
    </Dialog>
  );
}
