import { useTimeZone } from '../session/time-zone.tsx';
import { dateTimeText } from '../text/formats.ts';
import { useLanguage, useTexts } from '../text/language.ts';
import { screenTexts } from './texts.ts';

/** Says how far back a search has looked, if it has not reached the oldest row. */
export function SearchedBack({ to }: { to: string | null | undefined }) {
  const t = useTexts(screenTexts);
  const language = useLanguage();
  const timeZone = useTimeZone();
  if (!to) return null;
  return (
    <p className="text-sm text-soft" role="status">
      {t.searchedBack(dateTimeText(to, { language, timeZone }))}
    </p>
  );
}
