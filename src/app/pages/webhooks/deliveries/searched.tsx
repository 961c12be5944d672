import type { FoundDeliveries } from '../../../../features/webhooks/find-deliveries.schema.ts';
import { useTimeZone } from '../../../session/time-zone.tsx';
import { dateTimeText, numberText } from '../../../text/formats.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { listTexts } from './texts.ts';

type Props = { isFiltered: boolean; pages: readonly FoundDeliveries[] };

/** Says how far back a search has looked. Older deliveries may still match. */
export function Searched({ isFiltered, pages }: Props) {
  const t = useTexts(listTexts);
  const language = useLanguage();
  const timeZone = useTimeZone();
  const count = pages.reduce((sum, { searched }) => sum + searched.deliveries, 0);
  const backTo = pages.at(-1)?.searched.back_to ?? null;
  const time = backTo && dateTimeText(backTo, { language, timeZone });
  return (
    <p className="text-sm text-soft" role="status">
      {isFiltered && (count > 0 || time)
        ? `${t.searched(numberText(count, language), time)} `
        : null}
      {t.kept}
    </p>
  );
}
