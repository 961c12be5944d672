import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ConnectionDetail } from '../../../../features/crm/connections/connections.schema.ts';
import { client, trpc } from '../../../api/client.ts';
import { useAction } from '../../../api/use-action.ts';
import { useMay } from '../../../session/session.ts';
import { numberText } from '../../../text/formats.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { Button } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { linkClass } from '../../../ui/link-class.ts';
import { Notice } from '../../../ui/notice.tsx';
import { showToast } from '../../../ui/toasts.tsx';
import { thingsOf } from '../explain-failure.ts';
import { failureTexts } from '../failure-texts.ts';
import { GoneDeals } from './gone-deals.tsx';
import { connectionPageTexts } from './texts.ts';

/** A run would remove more than half of the deals, or of the objections from notes. A person says whether that is right. */
export function ConfirmDeletion({ connection }: { connection: ConnectionDetail }) {
  const t = useTexts(connectionPageTexts);
  const language = useLanguage();
  const mayChange = useMay('change_crm_connections');
  const [asks, setAsks] = useState(false);
  const { id, failure } = connection;
  const texts = useTexts(failureTexts);
  const things = failure ? thingsOf(failure, texts) : texts.deals;
  const gone = failure?.gone === undefined ? null : numberText(failure.gone, language);
  const total = failure?.of === undefined ? null : numberText(failure.of, language);
  const confirm = useAction(client.crm.syncNow.mutate, () => showToast(t.confirmed));
  const refuse = useAction(client.crm.readAgain.mutate, () => showToast(t.kept));
  const what = gone && total ? t.confirmWhat(gone, total, things) : t.confirmWhatOpen;
  const verb = gone ? t.confirmYes(gone, things) : t.confirmYesOpen;
  return (
    <Notice title={t.confirmTitle(things)} tone="warn">
      <div className="grid gap-3">
        <p>{what}</p>
        <MissingDeals connection={connection} />
        {mayChange ? (
          <div className="flex flex-wrap gap-2">
            <Button
              isBusy={refuse.isBusy}
              look="primary"
              onClick={() => void refuse.run({ connection_id: id })}
            >
              {t.confirmNo}
            </Button>
            <Button onClick={() => setAsks(true)}>{verb}</Button>
          </div>
        ) : null}
        <FailureNotice error={refuse.error} />
      </div>
      {asks ? (
        <Confirm
          action={confirm}
          input={{ connection_id: id, confirm_deletion: true }}
          onClose={() => setAsks(false)}
          title={verb}
          verb={verb}
        >
          <p>{failure?.stream === 'notes' ? t.confirmYesNotes : t.confirmYesMore}</p>
        </Confirm>
      ) : null}
    </Notice>
  );
}

const MOST_SHOWN = 20;

/** The first of the deals that would go. Deals that a later run has seen again are not listed. */
function MissingDeals({ connection: { id, failed_run_id } }: { connection: ConnectionDetail }) {
  const t = useTexts(connectionPageTexts);
  const language = useLanguage();
  const { data } = useQuery({
    ...trpc.crm.getRun.queryOptions({ connection_id: id, run_id: failed_run_id ?? '' }),
    enabled: failed_run_id !== null,
  });
  if (!data) return null;
  const missing = data.gone_deals.filter(({ now }) => now === 'missing');
  const seenAgain = data.gone_deals.length - missing.length;
  const shown = missing.slice(0, MOST_SHOWN);
  const left = data.gone - seenAgain - shown.length;
  if (shown.length === 0) return null;
  return (
    <div className="grid gap-1">
      <GoneDeals deals={shown} isWide label={t.goneList} />
      <p className="flex flex-wrap gap-x-3 border-t border-line pt-1.5">
        {left > 0 ? <span>{t.goneMore(numberText(left, language))}</span> : null}
        <Link className={linkClass} search={{ run: data.id } as never} to={`/crm/${id}`}>
          {t.goneRun}
        </Link>
      </p>
    </div>
  );
}
