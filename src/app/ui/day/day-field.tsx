import { useId, useState } from 'react';
import { useTimeZone } from '../../session/time-zone.tsx';
import { typedDay } from '../../text/day-input.ts';
import { dayText } from '../../text/day-text.ts';
import { dateFormat } from '../../text/formatters.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { zonedText } from '../../text/zoned-input.ts';
import { CalendarPicker } from '../calendar-picker.tsx';
import { controlClass, described, FieldBox } from '../field.tsx';
import { useFieldContext } from '../form.tsx';
import { dayTexts } from './texts.ts';

const DAY = /^\d{4}-\d\d-\d\d$/;
const long = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;

/**
 * A field for a day. People type it as they say it, and read below which day that is. Its value is a day such as
 * `2026-12-31`, or a text that names none, or empty.
 */
export function DayField({ label }: { label: string }) {
  const t = useTexts(dayTexts);
  const language = useLanguage();
  const timeZone = useTimeZone();
  const id = useId();
  const field = useFieldContext<string>();
  const { value } = field.state;
  const error = field.state.meta.errors.length > 0 ? t.dayWrong : undefined;
  // While a person types, this is the text of the field.
  const [draft, setDraft] = useState<string | null>(null);
  const isDay = DAY.test(value);
  const type = (text: string) => {
    setDraft(text);
    const today = zonedText(Date.now(), timeZone).slice(0, 10);
    field.handleChange(typedDay(text, today) ?? text.trim());
  };
  const pick = (day: string) => {
    setDraft(null);
    field.handleChange(day);
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
        <CalendarPicker
          label={t.calendarOf(label)}
          onPick={pick}
          type="date"
          value={isDay ? value : ''}
        />
      </span>
    </FieldBox>
  );
}
