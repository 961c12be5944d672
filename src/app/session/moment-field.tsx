import { useState } from 'react';
import { momentOf, zonedText } from '../text/zoned-input.ts';
import { controlClass } from '../ui/field.tsx';
import { useTimeZone } from './time-zone.tsx';

type Props = { at: string | undefined; label: string; onChange: (at: string) => void };

/** Whoever types 2026 has typed the years 2, 20 and 202 before. */
const WHOLE_YEAR = /^2[0-9]{3}-/;

/** A field for a moment, in the team's time zone, as all times of the app. */
export function MomentField({ at, label, onChange }: Props) {
  const timeZone = useTimeZone();
  // What is in the field while somebody types.
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
