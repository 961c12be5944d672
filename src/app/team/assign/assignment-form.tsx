import { useId, useState } from 'react';
import { z } from 'zod';
import type { Assignment } from '../../../features/assignments/assignments.schema.ts';
import { trimmedText } from '../../../shared/text.ts';
import { useTimeZone } from '../../session/time-zone.tsx';
import { typedDay } from '../../text/day-input.ts';
import { dayText } from '../../text/day-text.ts';
import { dateFormat } from '../../text/formatters.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { zonedText } from '../../text/zoned-input.ts';
import { CalendarPicker } from '../../ui/calendar-picker.tsx';
import { controlClass, described, FieldBox } from '../../ui/field.tsx';
import type { useSchemaForm } from '../../ui/form.tsx';
import { assignTexts } from './texts.ts';

export const nobody = { member_id: '', situation_id: '', personality_id: '', industry_id: '' };
/** The member, and the entries of the catalog. */
export type Chosen = typeof nobody;

/** What the browser checks before it sends. The server checks all of it again. */
export const editForm = z.object({
  /** Neither the list of entries nor the chosen entries can change. */
  title: z.string(),
  chosen: z.custom<Chosen>(),
  note: z.string().max(5000),
  due_date: z.literal('').or(z.iso.date()),
});
export const createForm = editForm.extend({ title: trimmedText(1, 120) });
export type AssignmentForm = z.input<typeof editForm>;

export function formOf({ note, due_date }: Pick<Assignment, 'note' | 'due_date'>): AssignmentForm {
  return { title: '', chosen: nobody, note: note ?? '', due_date: due_date ?? '' };
}

/** The same exercise for nobody yet. Its due date may be over. */
export function copyOf({ title, note, ...ids }: Assignment): AssignmentForm {
  const { situation_id, personality_id, industry_id } = ids;
  const chosen = {
    member_id: '',
    situation_id: situation_id ?? '',
    personality_id: personality_id ?? '',
    industry_id: industry_id ?? '',
  };
  return { title: title ?? '', chosen, note: note ?? '', due_date: '' };
}

/** The changeable fields, as both forms send them: no field is null. */
export function changeableOf({ note, due_date }: AssignmentForm) {
  return { note: note.trim() || null, due_date: due_date || null };
}

type Props = { form: ReturnType<typeof useSchemaForm<AssignmentForm>>['form']; noteRows: number };

/** The fields that people fill in for a new assignment, and may change later. */
export function ChangeableFields({ form, noteRows }: Props) {
  const t = useTexts(assignTexts);
  return (
    <>
      <form.AppField name="due_date">
        {(field) => (
          <DayField
            error={field.state.meta.errors.length > 0 ? t.dueWrong : undefined}
            label={t.dueOptional}
            onChange={field.handleChange}
            value={field.state.value}
          />
        )}
      </form.AppField>
      <form.AppField name="note">
        {(field) => <field.Area label={t.noteOptional} rows={noteRows} />}
      </form.AppField>
    </>
  );
}

/** `value` is a day such as `2026-12-31`, or a text that names none, or empty. */
type DayFieldProps = {
  label: string;
  value: string;
  error?: string | undefined;
  onChange: (value: string) => void;
};

const DAY = /^\d{4}-\d\d-\d\d$/;
const long = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;

/** A field for a day. People type it as they say it, and read below which day that is. */
function DayField({ label, value, error, onChange }: DayFieldProps) {
  const t = useTexts(assignTexts);
  const language = useLanguage();
  const timeZone = useTimeZone();
  const id = useId();
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
