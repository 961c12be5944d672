import { type KeyboardEvent, useId, useState } from 'react';
import { typedMoment } from '../text/day-input.ts';
import { dayText } from '../text/day-text.ts';
import { dateFormat } from '../text/formatters.ts';
import { useLanguage, useTexts } from '../text/language.ts';
import { momentOf, zonedText } from '../text/zoned-input.ts';
import { CalendarPicker } from '../ui/calendar-picker.tsx';
import { classes } from '../ui/classes.ts';
import { controlClass, FieldBox } from '../ui/field.tsx';
import { filterTexts } from '../ui/filter/texts.ts';
import { useTimeZone } from './time-zone.tsx';

type Props = {
  at: string | undefined;
  label: string;
  /** Gets an empty text if the field was emptied. */
  onChange: (at: string) => void;
  /** It stands in a form, which gets an empty text for what names no time either. A filter then keeps its time. */
  isField?: boolean;
  /** What is wrong with the time. */
  error?: string | undefined;
};

const long = {
  ...({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const),
  ...({ hour: '2-digit', minute: '2-digit', timeZone: 'UTC' } as const),
};

/**
 * A field for a past time, in the team's time zone like all times of the app. People type it as they say it, read below
 * which time that is, and choose it by Enter or by leaving the field.
 */
export function MomentField({ at, label, onChange, isField = false, error }: Props) {
  const t = useTexts(filterTexts);
  const language = useLanguage();
  const timeZone = useTimeZone();
  const id = useId();
  // While a person types, this is the text of the field.
  const [draft, setDraft] = useState<string | null>(null);
  const isMoment = at !== undefined && !Number.isNaN(Date.parse(at));
  const value = isMoment ? zonedText(at, timeZone) : '';
  const typed = draft === null ? value : typedMoment(draft, zonedText(Date.now(), timeZone));
  const choose = (text: string) => {
    setDraft(null);
    if (text !== value) onChange(momentOf(text, timeZone) ?? '');
  };
  const take = () => {
    const isLeft = isField && draft !== null && !typed;
    if (!isLeft) choose(draft?.trim() === '' ? '' : (typed ?? value));
    else if (value !== '') onChange('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') take();
    if (event.key !== 'Escape' || draft === null) return;
    // The same key would also close the dialog, or the pane beside the list.
    event.preventDefault();
    event.stopPropagation();
    setDraft(null);
  };
  const [day = '', time = ''] = value.split('T');
  const meant = typed ? dateFormat(language, long).format(Date.parse(`${typed}Z`)) : t.momentHint;
  const isUnclear = isField && value === '' && !typed;
  const wrong = isUnclear ? t.momentHint : draft === null ? error : undefined;
  const field = <span aria-live="polite">{meant}</span>;
  const Around = isField ? FieldBox : InBar;
  return (
    <Around
      error={wrong}
      hint={isField ? field : draft === null ? null : meant}
      id={id}
      label={label}
    >
      <span className="relative block min-w-0 flex-1">
        <input
          aria-describedby={`${id}-about`}
          aria-invalid={wrong !== undefined || undefined}
          autoComplete="off"
          className={controlClass(wrong !== undefined, 'h-8 pr-9')}
          id={id}
          onBlur={take}
          onChange={({ target }) => setDraft(target.value)}
          onKeyDown={onKeyDown}
          value={draft ?? (isMoment ? `${dayText(day, language)} ${time}` : '')}
        />
        <CalendarPicker
          label={t.calendarOf(label)}
          onPick={choose}
          type="datetime-local"
          value={value}
        />
      </span>
    </Around>
  );
}

/** A field among the filters of a list. */
function InBar({ id, label, hint, error, children }: Parameters<typeof FieldBox>[0]) {
  return (
    <span className="grid w-full content-start gap-0.5 sm:w-60">
      <span className="flex items-center gap-1.5 text-sm text-soft">
        <label className="w-10 shrink-0 sm:w-auto" htmlFor={id}>
          {label}
        </label>
        {children}
      </span>
      <span
        aria-live="polite"
        className={classes('text-xs', error ? 'text-bad' : 'text-soft')}
        id={`${id}-about`}
      >
        {error ?? hint}
      </span>
    </span>
  );
}
