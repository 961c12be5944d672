import type { ConnectionDetail } from '../../../../features/crm/connections/connections.schema.ts';
import { durationText, numberText } from '../../../text/formats.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { connectionPageTexts } from './texts.ts';

const bar =
  'h-2 w-full appearance-none overflow-hidden rounded-full bg-sunk [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunk [&::-webkit-progress-value]:bg-accent';

/** How far and how fast the first synchronization is, and how long it may still take. */
export function FirstProgress({ connection: { run, in_work } }: { connection: ConnectionDetail }) {
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
