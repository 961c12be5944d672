import { useQuery } from '@tanstack/react-query';
import { useEffect, useId } from 'react';
import type { StaleField } from '../../shared/errors/app-errors.ts';
import { reload } from '../api/client.ts';
import { failureOf } from '../api/failure.ts';
import type { FieldValues, Stale } from '../api/use-edit.ts';
import { useTimeZone } from '../session/time-zone.tsx';
import { useMembersById } from '../team/members-by-id.ts';
import { dateTimeText, numberText } from '../text/formats.ts';
import { useLanguage, useTexts } from '../text/language.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { NotLoaded } from './not-loaded.tsx';
import { staleTexts } from './stale-texts.ts';

/** The text of a value for people. Undefined: the value as it is saved. */
export type ShowValue = (field: string, value: unknown) => string | undefined;

type Props = {
  stale: Stale | null;
  /** The names of the fields as the page shows them. */
  fields: Record<string, string>;
  show?: ShowValue;
  /** The person gives up the own entries. The page has read what others have saved by then. */
  onReload: () => unknown;
};

/**
 * Others have saved something since the page was read. The dialog says what, who and when. What they have saved is read
 * again: the refusal is stored for its `Idempotency-Key`, and would store the values too.
 */
export function StaleDialog({ stale, ...rest }: Props) {
  return stale ? <StaleQuestion {...rest} key={idOf(stale)} stale={stale} /> : null;
}

/** Each refusal has an id of its own: for each, what was saved since is read again. */
const idOf = ({ error }: Stale) => failureOf(error)?.request_id ?? '';

function StaleQuestion({ stale, fields, show, onReload }: Props & { stale: Stale }) {
  const t = useTexts(staleTexts);
  const keepId = useId();
  const read = useQuery({
    queryKey: ['stale', idOf(stale)],
    queryFn: stale.newest,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const { data: now } = read;
  // The focus is on the harmless button: whoever only presses Enter overwrites nothing.
  useEffect(() => document.getElementById(keepId)?.focus(), [keepId]);
  const keep = async () => {
    await reload();
    await onReload();
    stale.close();
  };
  const buttons = (
    <>
      <Button disabled={!now} onClick={() => now && void stale.overwrite(now.version)}>
        {t.overwrite}
      </Button>
      <Button id={keepId} look="primary" onClick={() => void keep()}>
        {t.keep}
      </Button>
    </>
  );
  return (
    <Dialog footer={buttons} lead={t.lead} onClose={stale.close} title={t.title}>
      <NotLoaded read={read} />
      <ul className="grid gap-2">
        {inOrder(failureOf(stale.error)?.changes ?? [], fields).map((change) => (
          <li className="grid gap-1.5 rounded-lg border border-line px-3 py-2" key={change.field}>
            <p className="font-medium">{fields[change.field] ?? change.field}</p>
            {now ? <Values change={change} mine={stale.mine} now={now.fields} show={show} /> : null}
            <ChangedBy change={change} />
          </li>
        ))}
      </ul>
      <FailureNotice error={stale.failure} />
    </Dialog>
  );
}

/** Sorts changes in the order of the page's fields. */
function inOrder(changes: readonly StaleField[], fields: Props['fields']): StaleField[] {
  const names = Object.keys(fields);
  return changes.toSorted((a, b) => names.indexOf(a.field) - names.indexOf(b.field));
}

type ValuesProps = {
  change: StaleField;
  mine: FieldValues;
  now: FieldValues;
  show: ShowValue | undefined;
};

/** The saved value, and the value that the person has entered. */
function Values({ change: { field }, mine, now, show }: ValuesProps) {
  const t = useTexts(staleTexts);
  const textOf = useValueText();
  const shown = (value: unknown) => show?.(field, value) ?? textOf(value);
  const isEntered = Object.hasOwn(mine, field);
  const rows = [
    [t.now, shown(now[field])],
    [t.mine, isEntered ? shown(mine[field]) : t.untouched],
  ] as const;
  return (
    <dl className="grid gap-x-3 gap-y-1 text-sm sm:grid-cols-[8rem_minmax(0,1fr)]">
      {rows.map(([label, text]) => (
        <div className="contents" key={label}>
          <dt className="text-soft">{label}</dt>
          <dd className="max-h-40 overflow-y-auto wrap-anywhere whitespace-pre-wrap">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function ChangedBy({ change: { by, at } }: { change: StaleField }) {
  const t = useTexts(staleTexts);
  const timeZone = useTimeZone();
  const language = useLanguage();
  const id = by?.kind === 'user' ? by.id : null;
  const member = useMembersById([id], 'id').get(id ?? '');
  if (!by && !at) return <p className="text-sm text-soft">{t.unknown}</p>;
  const name = member?.name ?? member?.email;
  return (
    <p className="text-sm text-soft">
      {by ? (name ?? t.by[by.kind](by.id)) : null}
      {by && at ? ', ' : null}
      {at ? <time dateTime={at}>{dateTimeText(at, { language, timeZone })}</time> : null}
    </p>
  );
}

/** The text for people of any value of an object. */
function useValueText(): (value: unknown) => string {
  const t = useTexts(staleTexts);
  const language = useLanguage();
  const textOf = (value: unknown): string => {
    if (value === null || value === undefined || value === '') return t.empty;
    if (typeof value === 'boolean') return value ? t.yes : t.no;
    if (typeof value === 'number') return numberText(value, language);
    if (typeof value !== 'object') return String(value);
    const parts = Array.isArray(value)
      ? value.map(textOf)
      : Object.entries(value).map(([name, part]) => `${name}: ${textOf(part)}`);
    return parts.length === 0 ? t.empty : parts.join(Array.isArray(value) ? ', ' : '\n');
  };
  return textOf;
}
