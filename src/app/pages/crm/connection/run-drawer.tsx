import type { CrmRun, Provider } from '../../../../features/crm/connections/connections.schema.ts';
import { useTimeZone } from '../../../session/time-zone.tsx';
import { dateTimeText, numberText } from '../../../text/formats.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { CopyableId } from '../../../ui/copyable-id.tsx';
import { Detail, Details } from '../../../ui/details.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { explainFailure } from '../explain-failure.ts';
import { failureTexts } from '../failure-texts.ts';
import { providerNames } from '../provider-names.ts';
import { Duration, Moment, RunStatus } from './run-list.tsx';
import { runTexts } from './run-texts.ts';

type Props = { run: CrmRun; provider: Provider; onClose: () => void };

export function RunDrawer({ run, provider, onClose }: Props) {
  const t = useTexts(runTexts);
  const language = useLanguage();
  const timeZone = useTimeZone();
  const counts = (
    ['records', 'inserted', 'updated', 'removed', 'objections', 'requests'] as const
  ).map((name) => [name, numberText(run[name], language)] as const);
  return (
    <Dialog
      isDrawer
      onClose={onClose}
      title={t.title(dateTimeText(run.started_at, { language, timeZone }))}
    >
      <RunFailure provider={provider} run={run} />
      <SetAside run={run} />
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
    </Dialog>
  );
}

function RunFailure({ run: { failure }, provider }: Pick<Props, 'run' | 'provider'>) {
  const t = useTexts(failureTexts);
  const language = useLanguage();
  if (!failure) return null;
  const count = (value: number) => numberText(value, language);
  const said = explainFailure({ failure, provider: providerNames[language][provider], t, count });
  return (
    <Notice title={said.what} tone="bad">
      <p>
        <span className="font-medium">{t.toDo}:</span> {said.toDo}
      </p>
    </Notice>
  );
}

/** The records that could not be read, by id and field. Their values stay in the CRM. */
function SetAside({ run: { set_aside, set_aside_records } }: Pick<Props, 'run'>) {
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
            {set_aside_records.map(({ external_id, field }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: The same record and field may be there twice.
              <tr className="border-t border-line" key={at}>
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
