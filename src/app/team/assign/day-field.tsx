import { useId, useRef, useState } from 'react';
import { useTimeZone } from '../../session/time-zone.tsx';
import { typedDay } from '../../text/day-input.ts';
import { dayText } from '../../text/day-text.ts';
import { dateFormat } from '../../text/formatters.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { zonedText } from '../../text/zoned-input.ts';
import { controlClass, described, FieldBox } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { assignTexts } from './texts.ts';

/** `value` is a day such as `2026-12-31`, or a text that names none, or empty. */
type Props = {
  label: string;
  value: string;
  error?: string | undefined;
  onChange: (value: string) => void;
};

const DAY = /^\d{4}-\d\d-\d\d$/;
const long = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;

/**
 * A field for a day. People type it as they say it, and read below which day that is. The browser's calendar is behind
 * the icon: in its own field, a browser asks for the order of its own language and not of the app's (P1046).
 */
export function DayField({ label, value, error, onChange }: Props) {
  const t = useTexts(assignTexts);
  const language = useLanguage();
  const timeZone = useTimeZone();
  const id = useId();
  const calendar = useRef<HTMLInputElement>(null);
  // While a person types, this is the text of the field.
  const [draft, setDraft] = useState<string | null>(null);
  const isDay = DAY.test(value);
  const type = (text: string) => {
    setDraft(text);
    onChange(typedDay(text, zonedText(Date.now(), timeZone).slice(0, 10)) ?? text.trim());
  };
  const pick = (day: string) => {
    setDraft(null);
    onChange(day);
  };
  const day = isDay
    ? dateFormat(language, { ...long, timeZone: 'UTC' }).format(Date.parse(value))
    : '';
  const isUnknown = value !== '' && !isDay && (draft === null || error !== undefined);
  const around = { label, hint: day || t.dayHint, error: isUnknown ? t.noDay : error };
  return (
    <FieldBox {...around} id={id}>
      <span className="relative block">
        <input
          {...described(around, id)}
          autoComplete="off"
          className={controlClass(around.error !== undefined, 'h-8 pr-9')}
          id={id}
          onBlur={() => setDraft(null)}
          onChange={({ target }) => type(target.value)}
          value={draft ?? (isDay ? dayText(value, language) : value)}
        />
        <input
          aria-hidden="true"
          className="pointer-events-none absolute right-0 bottom-0 h-8 w-8 opacity-0"
          onChange={({ target }) => pick(target.value)}
          ref={calendar}
          tabIndex={-1}
          type="date"
          value={isDay ? value : ''}
        />
        <button
          aria-label={t.calendarOf(label)}
          className="absolute top-0 right-0 flex h-8 w-8 items-center justify-center rounded-md text-soft hover:text-ink"
          onClick={() => calendar.current?.showPicker()}
          type="button"
        >
          <Icon name="calendar" />
        </button>
      </span>
    </FieldBox>
  );
}
