import { useQuery } from '@tanstack/react-query';
import type {
  ConnectionDetail,
  Provider,
} from '../../../../features/crm/connections/connections.schema.ts';
import type { CrmRun, CrmRunDetail } from '../../../../features/crm/connections/runs.schema.ts';
import { trpc } from '../../../api/client.ts';
import { useTimeZone } from '../../../session/time-zone.tsx';
import { numberText, secondText } from '../../../text/formats.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { CopyableId } from '../../../ui/copyable-id.tsx';
import { Detail, Details } from '../../../ui/details.tsx';
import { NotLoaded } from '../../../ui/not-loaded.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Pane } from '../../../ui/pane.tsx';
import { lookAgain } from '../connection-progress.ts';
import { explainFailure } from '../explain-failure.ts';
import { failureTexts } from '../failure-texts.ts';
import { providerNames } from '../provider-names.ts';
import { GoneDeals } from './gone-deals.tsx';
import { Duration, Moment, RunStatus } from './run-list.tsx';
import { runTexts } from './run-texts.ts';

type DrawerProps = {
  connection: ConnectionDetail;
  runId: string;
  /** The run, if the list has it. A link may lead to an older run. */
  listed: CrmRun | undefined;
  onClose: () => void;
};

export function RunDrawer({ connection, runId, listed, onClose }: DrawerProps) {
  const t = useTexts(runTexts);
  const language = useLanguage();
  const timeZone = useTimeZone();
  const { id: connection_id, provider } = connection;
  const read = useQuery(
    trpc.crm.getRun.queryOptions(
      { connection_id, run_id: runId },
      // A run that goes on changes its counts.
      { refetchInterval: () => lookAgain([connection]) },
    ),
  );
  const run = read.data ?? listed;
  const title = run ? t.title(secondText(run.started_at, { language, timeZone })) : t.oneRun;
  return (
    <Pane onClose={onClose} title={title}>
      {run ? (
        <>
          <RunFailure provider={provider} run={run} />
          <SetAside run={run} />
          {read.data ? <RemovedDeals run={read.data} /> : null}
          <RunFacts run={run} />
        </>
      ) : (
        <NotLoaded read={read} />
      )}
    </Pane>
  );
}

function RunFacts({ run }: { run: CrmRun }) {
  const t = useTexts(runTexts);
  const language = useLanguage();
  const counts = (
    ['records', 'inserted', 'updated', 'removed', 'objections', 'requests'] as const
  ).map((name) => [name, numberText(run[name], language)] as const);
  return (
    <Details>
      <Detail label={t.result}>
        <RunStatus status={run.status} />
      </Detail>
      <Detail label={t.cause}>{t.causes[run.cause]}</Detail>
      <Detail label={t.kind}>{run.full ? t.full : t.partial}</Detail>
      <Detail label={t.started}>
        <Moment at={run.started_at} />
      </Detail>
      <Detail label={t.finished}>
        <Moment at={run.finished_at} />
      </Detail>
      <Detail label={t.duration}>
        <Duration run={run} />
      </Detail>
      {counts.map(([name, value]) => (
        <Detail key={name} label={t[name]}>
          <span className="tabular">{value}</span>
        </Detail>
      ))}
      <Detail label={t.id}>
        <CopyableId id={run.id} />
      </Detail>
    </Details>
  );
}

/** The deals that the run has removed, or would have removed. */
function RemovedDeals({ run: { gone, gone_deals, failure } }: { run: CrmRunDetail }) {
  const t = useTexts(runTexts);
  const language = useLanguage();
  if (gone_deals.length === 0) return null;
  const count = (value: number) => numberText(value, language);
  // Such a run has removed nothing, and waits for a person to confirm the removal.
  const isHeld = failure?.reason === 'suspicious_deletion';
  const title = isHeld ? t.wouldGoTitle : t.goneTitle;
  const isPart = gone_deals.length < gone;
  const noteOf = ({ now }: CrmRunDetail['gone_deals'][number]) => {
    if (now === 'there') return t.isBack;
    return isHeld && now === 'gone' ? t.isGone : null;
  };
  return (
    <section className="grid gap-1.5">
      <h3 className="flex flex-wrap items-baseline gap-x-2 text-sm font-medium">
        {title}
        {isPart ? (
          <span className="font-normal text-soft">
            {t.goneFirst(count(gone_deals.length), count(gone))}
          </span>
        ) : null}
      </h3>
      <GoneDeals deals={gone_deals} label={title} noteOf={noteOf} />
    </section>
  );
}

function RunFailure({ run: { failure }, provider }: { run: CrmRun; provider: Provider }) {
  const t = useTexts(failureTexts);
  const language = useLanguage();
  if (!failure) return null;
  const count = (value: number) => numberText(value, language);
  const explained = explainFailure({
    failure,
    provider: providerNames[language][provider],
    t,
    count,
  });
  return (
    <Notice title={explained.what} tone="bad">
      <p>
        <span className="font-medium">{t.toDo}:</span> {explained.toDo}
      </p>
    </Notice>
  );
}

/** The id of each record that could not be read, and the field at fault. The values stay in the CRM. */
function SetAside({ run: { set_aside, set_aside_records } }: { run: CrmRun }) {
  const t = useTexts(runTexts);
  const language = useLanguage();
  if (set_aside === 0) return null;
  const shown = set_aside_records.length;
  const isPart = shown > 0 && shown < set_aside;
  const first = isPart ? t.setAsideFirst(numberText(shown, language)) : null;
  return (
    <section className="grid gap-2">
      <Notice title={t.setAsideTitle(numberText(set_aside, language))} tone="warn">
        {t.setAsideMore} {first}
      </Notice>
      {shown > 0 ? (
        <table className="w-full text-sm">
          <thead>
            <tr className="text-left text-xs text-soft">
              <th className="py-1 pr-3 font-medium" scope="col">
                {t.record}
              </th>
              <th className="py-1 font-medium" scope="col">
                {t.field}
              </th>
            </tr>
          </thead>
          <tbody>
            {set_aside_records.map(({ external_id, field }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: The same record and field may be there twice.
              <tr className="border-t border-line" key={index}>
                <td className="py-1.5 pr-3 wrap-anywhere">
                  {external_id ? <CopyableId id={external_id} /> : t.recordUnknown}
                </td>
                <td className="py-1.5 font-mono text-xs wrap-anywhere">{field}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </section>
  );
}
