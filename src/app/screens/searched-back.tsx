import { useTimeZone } from '../session/time-zone.tsx';
import { dateTimeText } from '../text/formats.ts';
import { useLanguage, useTexts } from '../text/language.ts';
import { screenTexts } from './texts.ts';

type Props = {
  to: string | null | undefined;
  /** How a list says it that begins with the oldest row. */
  say?: ((time: string) => string) | undefined;
};

/** Says how far a search has looked, if it has not reached the last row. */
export function SearchedBack({ to, say }: Props) {
  const t = useTexts(screenTexts);
  const language = useLanguage();
  const timeZone = useTimeZone();
  if (!to) return null;
  return (
    <p className="text-sm text-soft" role="status">
      {(say ?? t.searchedBack)(dateTimeText(to, { language, timeZone }))}
    </p>
  );
}
