import { useState } from 'react';
import type { ConnectionDetail } from '../../../../features/crm/connections/connections.schema.ts';
import { client } from '../../../api/client.ts';
import { useAction } from '../../../api/use-action.ts';
import { useMay } from '../../../session/session.ts';
import { numberText } from '../../../text/formats.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { Button } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { showToast } from '../../../ui/toasts.tsx';
import { connectionPageTexts } from './texts.ts';

/** More than half of the deals would go. A person says whether they are really gone. */
export function ConfirmDeletion({ connection }: { connection: ConnectionDetail }) {
  const t = useTexts(connectionPageTexts);
  const language = useLanguage();
  const mayChange = useMay('change_crm_connections');
  const [asks, setAsks] = useState(false);
  const { id, failure } = connection;
  const gone = failure?.gone === undefined ? null : numberText(failure.gone, language);
  const of = failure?.of === undefined ? null : numberText(failure.of, language);
  const confirm = useAction(client.crm.syncNow.mutate, () => showToast(t.confirmed));
  const refuse = useAction(client.crm.readAgain.mutate, () => showToast(t.kept));
  const what = gone && of ? t.confirmWhat(gone, of) : t.confirmWhatOpen;
  return (
    <Notice title={t.confirmTitle} tone="warn">
      <div className="grid gap-3">
        <p>{what}</p>
        {mayChange ? (
          <div className="flex flex-wrap gap-2">
            <Button
              isBusy={refuse.isBusy}
              look="primary"
              onClick={() => void refuse.run({ connection_id: id })}
            >
              {t.confirmNo}
            </Button>
            <Button onClick={() => setAsks(true)}>
              {gone ? t.confirmYes(gone) : t.confirmYesOpen}
            </Button>
          </div>
        ) : null}
        <FailureNotice error={refuse.error} />
      </div>
      {asks ? (
        <Confirm
          action={confirm}
          input={{ connection_id: id, confirm_deletion: true }}
          onClose={() => setAsks(false)}
          title={gone ? t.confirmYesTitle(gone) : t.confirmYesTitleOpen}
          verb={gone ? t.confirmYes(gone) : t.confirmYesOpen}
        >
          <p>{t.confirmYesMore}</p>
        </Confirm>
      ) : null}
    </Notice>
  );
}
