import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../shared/time/durations.ts';
import { MomentField } from '../../../session/moment-field.tsx';
import { useTimeZone } from '../../../session/time-zone.tsx';
import { dateTimeText } from '../../../text/formats.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { classes } from '../../../ui/classes.ts';
import { SelectField } from '../../../ui/field.tsx';
import { retryTexts } from './texts.ts';

const lengths = { '1h': HOUR_MS, '24h': DAY_MS, '7d': 7 * DAY_MS };
const choices = ['failing', 'filter', '1h', '24h', '7d', 'all', 'own'] as const;
type Choice = (typeof choices)[number];

export type Since = {
  choice: Choice;
  /** Null: from the beginning. Empty: the person has typed no time. */
  from: string | null;
};

type Moments = {
  /** Since when nothing has arrived. */
  failingSince: string | null;
  /** Where the list begins, if its filter says so. */
  filterFrom: string | null;
  openedAt: number;
};

/**
 * The outage is known by its first failed attempt. The event of that attempt is older, and its request may have waited.
 * Deliveries that have arrived within this time are not sent again.
 */
const BEFORE_FAILURE_MS = 5 * MINUTE_MS;

const outageOf = (failingSince: string) =>
  new Date(Date.parse(failingSince) - BEFORE_FAILURE_MS).toISOString();

/** The beginning of all events that may be sent again. The server refuses those of 30 days ago, which may be now. */
export const oldestEvent = (openedAt: number) =>
  new Date(openedAt - 30 * DAY_MS + HOUR_MS).toISOString();

/** The initial choice: the beginning of the list's filter, else of the outage, else everything. */
export function firstSince({ failingSince, filterFrom }: Moments): Since {
  if (filterFrom) return { choice: 'filter', from: filterFrom };
  if (failingSince) return { choice: 'failing', from: outageOf(failingSince) };
  return { choice: 'all', from: null };
}

function sinceOf(choice: Choice, { failingSince, filterFrom, openedAt }: Moments): Since {
  switch (choice) {
    case 'failing':
      return { choice, from: failingSince && outageOf(failingSince) };
    case 'filter':
      return { choice, from: filterFrom };
    case 'all':
      return { choice, from: null };
    case 'own':
      return { choice, from: new Date(openedAt - HOUR_MS).toISOString() };
    case '1h':
    case '24h':
    case '7d':
      return { choice, from: new Date(openedAt - lengths[choice]).toISOString() };
  }
}

type Props = { moments: Moments; since: Since; onChange: (since: Since) => void };

/** The time from which on deliveries are sent again. */
export function SinceField({ moments, since, onChange }: Props) {
  const t = useTexts(retryTexts);
  const language = useLanguage();
  const timeZone = useTimeZone();
  const timeOf = (at: string) => dateTimeText(at, { language, timeZone });
  const names: Record<Choice, string | null> = {
    ...t.sinces,
    failing: moments.failingSince && t.sinceFailing(timeOf(moments.failingSince)),
    filter: moments.filterFrom && t.sinceFilter(timeOf(moments.filterFrom)),
  };
  return (
    <div className={classes('grid gap-3', since.choice === 'own' && 'sm:grid-cols-2')}>
      <SelectField
        label={t.since}
        onChange={({ target }) => {
          const chosen = choices.find((one) => one === target.value) ?? 'all';
          onChange(sinceOf(chosen, moments));
        }}
        value={since.choice}
      >
        {choices.map((choice) =>
          names[choice] ? (
            <option key={choice} value={choice}>
              {names[choice]}
            </option>
          ) : null,
        )}
      </SelectField>
      {since.choice === 'own' ? (
        <MomentField
          at={since.from ?? undefined}
          isField
          label={t.sinceOwn}
          onChange={(from) => onChange({ choice: 'own', from })}
        />
      ) : null}
    </div>
  );
}
