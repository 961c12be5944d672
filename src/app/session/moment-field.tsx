import { useState } from 'react';
import { momentOf, zonedText } from '../text/zoned-input.ts';
import { controlClass } from '../ui/field.tsx';
import { useTimeZone } from './time-zone.tsx';

type Props = { at: string | undefined; label: string; onChange: (at: string) => void };

/** A person who types 2026 passes the years 2, 20 and 202. They do not count as years. */
const WHOLE_YEAR = /^2[0-9]{3}-/;

/** A field for a time, in the team's time zone like all times of the app. */
export function MomentField({ at, label, onChange }: Props) {
  const timeZone = useTimeZone();
  // While a person types, this is the text of the field.
  const [draft, setDraft] = useState<string | null>(null);
  const change = (text: string) => {
    setDraft(text);
    if (text === '' || WHOLE_YEAR.test(text)) onChange(momentOf(text, timeZone) ?? '');
  };
  const isMoment = at !== undefined && !Number.isNaN(Date.parse(at));
  return (
    <label className="flex w-full items-center gap-1.5 text-sm text-soft sm:w-auto">
      <span className="w-10 sm:w-auto">{label}</span>
      <input
        className={controlClass(false)}
        onBlur={() => setDraft(null)}
        onChange={({ target }) => change(target.value)}
        type="datetime-local"
        value={draft ?? (isMoment ? zonedText(at, timeZone) : '')}
      />
    </label>
  );
}
