import { momentOf, zonedText } from '../text/zoned-input.ts';
import { controlClass } from '../ui/field.tsx';
import { useTimeZone } from './time-zone.tsx';

type Props = { at: string | undefined; label: string; onChange: (at: string) => void };

/** A field for a moment, in the team's time zone, as all times of the app. */
export function MomentField({ at, label, onChange }: Props) {
  const timeZone = useTimeZone();
  const isMoment = at !== undefined && !Number.isNaN(Date.parse(at));
  return (
    <label className="flex w-full items-center gap-1.5 text-sm text-soft sm:w-auto">
      <span className="w-10 sm:w-auto">{label}</span>
      <input
        className={controlClass(false)}
        onChange={({ target }) => onChange(momentOf(target.value, timeZone) ?? '')}
        type="datetime-local"
        value={isMoment ? zonedText(at, timeZone) : ''}
      />
    </label>
  );
}
