import type { ConnectionSummary } from '../../../../features/crm/connections/connections.schema.ts';
import { client } from '../../../api/client.ts';
import { useAction } from '../../../api/use-action.ts';
import { useMay } from '../../../session/session.ts';
import { useTexts } from '../../../text/language.ts';
import { Actions } from '../../../ui/actions.tsx';
import { Button } from '../../../ui/button.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { showToast } from '../../../ui/toasts.tsx';
import { connectionPageTexts } from './texts.ts';

/** Ends a pause. */
export function ResumeButton({ connection }: { connection: ConnectionSummary }) {
  const t = useTexts(connectionPageTexts);
  const mayChange = useMay('change_crm_connections');
  const resume = useAction(client.crm.resume.mutate, () => showToast(t.resumed));
  if (!mayChange) return null;
  return (
    <div className="grid justify-items-start gap-2 pt-2">
      <Actions
        actions={[
          {
            label: t.resume,
            icon: 'refresh',
            isBusy: resume.isBusy,
            run: () => void resume.run({ connection_id: connection.id }),
          },
        ]}
        id={connection.id}
      />
      <FailureNotice error={resume.error} />
    </div>
  );
}

type TryAgainProps = { connection: ConnectionSummary; look: 'primary' | 'plain' };

/** Tries the stored credentials once more: the provider may have given them the missing permission meanwhile. */
export function TryAgainButton({ connection, look }: TryAgainProps) {
  const t = useTexts(connectionPageTexts);
  const mayChange = useMay('change_crm_connections');
  const resume = useAction(client.crm.resume.mutate, () => showToast(t.syncBegins));
  if (!mayChange) return null;
  return (
    <>
      <Button
        isBusy={resume.isBusy}
        look={look}
        onClick={() => void resume.run({ connection_id: connection.id })}
        title={t.tryAgainHint}
      >
        {t.tryAgain}
      </Button>
      <FailureNotice error={resume.error} />
    </>
  );
}
