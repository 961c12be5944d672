import { dayText } from '../../text/day-text.ts';
import { useLanguage } from '../../text/language.ts';

export function Day({ day }: { day: string }) {
  return (
    <time className="tabular" dateTime={day}>
      {dayText(day, useLanguage())}
    </time>
  );
}
