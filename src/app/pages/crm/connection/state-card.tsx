import type { ReactNode } from 'react';
import type { ConnectionDetail } from '../../../../features/crm/connections/connections.schema.ts';
import { numberText } from '../../../text/formats.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { Notice } from '../../../ui/notice.tsx';
import { useMoment } from '../connection-line.tsx';
import { connectionTexts } from '../connections/texts.ts';
import { explainFailure } from '../explain-failure.ts';
import { failureTexts } from '../failure-texts.ts';
import { hasUsedBudget } from '../has-used-budget.ts';
import { providerNames } from '../provider-names.ts';
import { ConfirmDeletion } from './confirm-deletion.tsx';
import { ConnectAgainLink } from './connect-again-link.tsx';
import { FirstProgress } from './first-progress.tsx';
import { ReconnectButton } from './reconnect-button.tsx';
import { ResumeButton, TryAgainButton } from './resume-button.tsx';
import { connectionPageTexts } from './texts.ts';

type Props = { connection: ConnectionDetail };

/** Says how the connection is doing, and what a person has to do. */
export function StateCard({ connection }: Props) {
  const t = useTexts(connectionPageTexts);
  const list = useTexts(connectionTexts);
  const language = useLanguage();
  const at = useMoment('at');
  const brand = providerNames[language][connection.provider];
  const { state, waits_until, failure, deals, objections } = connection;
  switch (state) {
    case 'first':
      return <FirstProgress connection={connection} />;
    case 'up_to_date':
    case 'behind':
    case 'running':
      // The head of the page already says it.
      return null;
    case 'waits_for_quota':
      return hasUsedBudget(connection) ? (
        <Notice title={t.budgetTitle}>
          {waits_until ? t.budgetMore(at(waits_until)) : t.budgetOpen}
        </Notice>
      ) : (
        <Notice title={t.waitsTitle(brand)}>
          {waits_until ? t.waitsMore(at(waits_until)) : t.waitsOpen}
        </Notice>
      );
    case 'sign_in':
      return (
        <Failing
          connection={connection}
          title={failure?.permission ? t.permissionTitle(brand) : t.signInTitle(brand)}
          tone="bad"
        >
          <div className="flex flex-wrap items-center gap-2">
            {failure?.permission ? <TryAgainButton connection={connection} look="primary" /> : null}
            <ReconnectButton
              connection={connection}
              look={failure?.permission ? 'plain' : 'primary'}
            />
            {failure?.permission ? null : <TryAgainButton connection={connection} look="plain" />}
          </div>
        </Failing>
      );
    case 'failing':
      return <FailingSince connection={connection} />;
    case 'confirm_deletion':
      return <ConfirmDeletion connection={connection} />;
    case 'paused':
      return (
        <Notice title={t.pausedTitle}>
          <p>{t.pausedMore}</p>
          <ResumeButton connection={connection} />
        </Notice>
      );
    case 'ended':
      return (
        <Notice title={t.endedTitle}>
          <p>{t.endedMore}</p>
          <ConnectAgainLink connection={connection} />
        </Notice>
      );
    case 'removing':
      return (
        <Notice title={t.removingTitle}>
          <p role="status">
            {t.removingMore(
              list.deals(numberText(deals, language)),
              list.objections(numberText(objections, language)),
            )}
          </p>
        </Notice>
      );
  }
}

function FailingSince({ connection }: Props) {
  const t = useTexts(connectionPageTexts);
  const language = useLanguage();
  const at = useMoment('at');
  const since = useMoment('since');
  const { failing_since, created_at, next_sync_at, consecutive_failures } = connection;
  const tried = t.failingCount(numberText(consecutive_failures, language));
  return (
    <Failing
      connection={connection}
      title={t.failingTitle(since(failing_since ?? created_at))}
      tone="warn"
    >
      <p>
        {tried} {next_sync_at ? t.failingNext(at(next_sync_at)) : null}
      </p>
    </Failing>
  );
}

type FailingProps = Props & { title: string; tone: 'bad' | 'warn'; children: ReactNode };

/** What went wrong, what to do, and the button for it. */
function Failing({ connection, title, tone, children }: FailingProps) {
  const t = useTexts(failureTexts);
  const language = useLanguage();
  const { failure } = connection;
  const provider = providerNames[language][connection.provider];
  const count = (value: number) => numberText(value, language);
  const explained = failure && explainFailure({ failure, provider, t, count });
  return (
    <Notice title={title} tone={tone}>
      <div className="grid gap-2">
        {explained ? (
          <p>
            {explained.what} {explained.toDo}
          </p>
        ) : null}
        {children}
      </div>
    </Notice>
  );
}
