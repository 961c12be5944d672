import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type {
  ConnectionDetail,
  ConnectionSummary,
} from '../../../../features/crm/connections/connections.schema.ts';
import { useMay } from '../../../session/session.ts';
import { durationText, numberText } from '../../../text/formats.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useMoment } from '../connection-line.tsx';
import { hasUsedBudget } from '../connection-progress.ts';
import { connectionTexts } from '../connections/texts.ts';
import { explainFailure } from '../explain-failure.ts';
import { failureTexts } from '../failure-texts.ts';
import { providerNames } from '../provider-names.ts';
import { ConfirmDeletion } from './confirm-deletion.tsx';
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

const bar =
  'h-2 w-full appearance-none overflow-hidden rounded-full bg-sunk [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunk [&::-webkit-progress-value]:bg-accent';

/** How far and how fast the first synchronization is, and how long it may still take. */
function FirstProgress({ connection: { run, in_work } }: { connection: ConnectionDetail }) {
  const t = useTexts(connectionPageTexts);
  const language = useLanguage();
  const count = (value: number) => numberText(value, language);
  if (!run) {
    return (
      <section className="grid gap-1 rounded-xl border border-line bg-card p-4 shadow-sm">
        <h2 className="font-medium">{in_work ? t.firstTitle : t.firstSoon}</h2>
        <p className="text-sm text-soft">{t.firstMore}</p>
      </section>
    );
  }
  const { records, expected, per_second, seconds_left, stream } = run;
  // The CRM may get more records while the run reads them.
  const all = expected === null ? null : Math.max(expected, records);
  const read = all === null ? t.read(count(records)) : t.readOf(count(records), count(all));
  const speed = per_second === null ? [] : [t.speed(count(Math.max(1, Math.round(per_second))))];
  const left = seconds_left === null ? [] : [t.left(durationText(seconds_left, language))];
  return (
    <section className="grid gap-3 rounded-xl border border-line bg-card p-4 shadow-sm">
      <div className="grid gap-0.5">
        <h2 className="font-medium">{t.firstTitle}</h2>
        <p className="text-sm text-soft">
          {t.streams[stream]} {t.firstMore}
        </p>
      </div>
      {all === null ? null : (
        <progress aria-label={t.progress} className={bar} max={Math.max(all, 1)} value={records} />
      )}
      <p className="tabular text-sm" role="status">
        {[read, ...speed, ...left].join(' · ')}
        {seconds_left === null ? <span className="block text-soft">{t.leftUnknown}</span> : null}
      </p>
    </section>
  );
}

/** Opens the dialog that connects the same CRM. With the same account, the ended connection begins again. */
function ConnectAgainLink({ connection }: { connection: ConnectionSummary }) {
  const t = useTexts(connectionPageTexts);
  const mayConnect = useMay('connect_crm');
  if (!mayConnect) return null;
  return (
    <p className="pt-2">
      <Link
        className={buttonClass('plain')}
        search={{ new: connection.provider } as never}
        to="/crm"
      >
        {t.connectAgain}
      </Link>
    </p>
  );
}
