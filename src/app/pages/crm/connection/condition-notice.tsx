import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ConnectionDetail } from '../../../../features/crm/connections/connections.schema.ts';
import { client } from '../../../api/client.ts';
import { useAction } from '../../../api/use-action.ts';
import { useMay } from '../../../session/session.ts';
import { numberText } from '../../../text/formats.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { inlineLinkClass } from '../../../ui/link-class.ts';
import { Notice } from '../../../ui/notice.tsx';
import { showToast } from '../../../ui/toasts.tsx';
import { isCalm, useCondition } from '../condition.tsx';
import { failureTexts } from '../condition-texts.ts';
import { thingsOf } from '../explain-failure.ts';
import { connectionTexts } from './texts.ts';

type Props = { connection: ConnectionDetail };
type ConditionProps = Props & { onReconnect: () => void };

const tones: Partial<Record<ConnectionDetail['state'], 'warn' | 'bad'>> = {
  sign_in: 'bad',
  failing: 'warn',
  confirm_deletion: 'warn',
};

/** Says what keeps the connection from being up to date, and offers what a person can do. */
export function ConditionNotice({ connection, onReconnect }: ConditionProps) {
  const { text, more } = useCondition(connection);
  if (isCalm(connection)) return null;
  const { id, state, failed_run_id: run } = connection;
  const body = more ? (
    <div className="grid gap-2">
      <p>
        {more} {run ? <RunLink connection={id} run={run} /> : null}
      </p>
      <Remedy connection={connection} onReconnect={onReconnect} />
    </div>
  ) : null;
  return (
    <Notice title={text} tone={tones[state] ?? 'info'}>
      {body}
    </Notice>
  );
}

/** How many records could not be read, and which. */
export function SetAsideNotice({ connection: { id, set_aside, state } }: Props) {
  const t = useTexts(connectionTexts);
  const language = useLanguage();
  if (!set_aside || state === 'removing') return null;
  return (
    <Notice title={t.setAside(numberText(set_aside.count, language))} tone="warn">
      {t.setAsideMore} <RunLink connection={id} run={set_aside.run_id} />
    </Notice>
  );
}

/** Opens the run in the list below. */
function RunLink({ connection, run }: { connection: string; run: string }) {
  const t = useTexts(connectionTexts);
  return (
    <Link
      className={inlineLinkClass}
      resetScroll={false}
      search={{ run } as never}
      to={`/crm/${connection}`}
    >
      {t.details}
    </Link>
  );
}

/** What a person can do about the state. */
function Remedy(props: ConditionProps) {
  const t = useTexts(connectionTexts);
  const { state, provider } = props.connection;
  if (!useMay('change_crm_connections')) return null;
  switch (state) {
    case 'sign_in':
      return <SignIn {...props} />;
    case 'confirm_deletion':
      return <Deletion {...props} />;
    case 'ended':
      // With the same account, the ended connection begins again.
      return (
        <div>
          <Link className={buttonClass('plain')} search={{ new: provider } as never} to="/crm">
            {t.reconnect}
          </Link>
        </div>
      );
    default:
      return null;
  }
}

/** New credentials, or the stored ones once more: the provider may have given them the missing permission meanwhile. */
function SignIn({ connection: { id, failure }, onReconnect }: ConditionProps) {
  const t = useTexts(connectionTexts);
  const again = useAction(client.crm.resume.mutate, () => showToast(t.syncBegins));
  const lacksPermission = failure?.permission !== undefined;
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button look={lacksPermission ? 'plain' : 'primary'} onClick={onReconnect}>
          {t.reconnect}
        </Button>
        <Button
          isBusy={again.isBusy}
          look={lacksPermission ? 'primary' : 'plain'}
          onClick={() => void again.run({ connection_id: id })}
        >
          {t.tryAgain}
        </Button>
      </div>
      <FailureNotice error={again.error} />
    </>
  );
}

/** A run would remove more than half of the deals, or of the objections from notes. A person says whether that is right. */
function Deletion({ connection: { id: connection_id, failure } }: Props) {
  const t = useTexts(connectionTexts);
  const texts = useTexts(failureTexts);
  const language = useLanguage();
  const [asks, setAsks] = useState(false);
  const confirm = useAction(client.crm.syncNow.mutate, () => showToast(t.syncBegins));
  const refuse = useAction(client.crm.readAgain.mutate, () => showToast(t.kept));
  const verb =
    failure?.gone === undefined
      ? t.removeThemOpen
      : t.removeThem(numberText(failure.gone, language), thingsOf(failure, texts));
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button
          isBusy={refuse.isBusy}
          look="primary"
          onClick={() => void refuse.run({ connection_id })}
        >
          {t.keepAll}
        </Button>
        <Button onClick={() => setAsks(true)}>{verb}</Button>
      </div>
      <FailureNotice error={refuse.error} />
      {asks ? (
        <Confirm
          action={confirm}
          input={{ connection_id, confirm_deletion: true }}
          onClose={() => setAsks(false)}
          title={verb}
          verb={verb}
        >
          <p>{failure?.stream === 'notes' ? t.removeNotes : t.removeDeals}</p>
        </Confirm>
      ) : null}
    </>
  );
}
