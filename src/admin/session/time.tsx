import { Popover } from '@base-ui/react/popover';
import { useEffect, useState } from 'react';
import { dateTimeText, exactTimeText, relativeText } from '../text/formats.ts';
import { useLanguage, useTexts } from '../text/language.ts';
import { CopyableId } from '../ui/copyable-id.tsx';
import { uiTexts } from '../ui/texts.ts';
import { topDialogRef } from '../ui/top-dialog.ts';
import { useTimeZone } from './session.ts';

type Props = { at: string; shows?: 'relative' | 'date-time' };

/** A time that opens as relative, in the team's time zone and in UTC, each to be copied. */
export function Time({ at, shows = 'relative' }: Props) {
  const t = useTexts(uiTexts);
  const language = useLanguage();
  const timeZone = useTimeZone();
  const now = useNow();
  const relative = relativeText(at, now, language);
  const local = dateTimeText(at, { language, timeZone });
  const rows = [
    [t.timeRelative, relative],
    [timeZone, exactTimeText(at, { language, timeZone })],
    [t.timeUtc, new Date(at).toISOString()],
  ] as const;
  return (
    <Popover.Root>
      <Popover.Trigger className="tabular rounded-sm text-left decoration-dotted underline-offset-4 hover:underline">
        <time dateTime={at}>{shows === 'relative' ? relative : local}</time>
      </Popover.Trigger>
      <Popover.Portal container={topDialogRef}>
        <Popover.Positioner className="z-40" positionMethod="fixed" sideOffset={4}>
          <Popover.Popup className="rise rounded-lg bg-card p-2 text-sm shadow-lg outline-none">
            <Popover.Title className="hidden-text">{local}</Popover.Title>
            <dl className="grid grid-cols-[auto_auto] items-center gap-x-3">
              {rows.map(([label, text]) => (
                <div className="contents" key={label}>
                  <dt className="pl-1 text-xs text-soft">{label}</dt>
                  <dd>
                    <CopyableId id={text} />
                  </dd>
                </div>
              ))}
            </dl>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** Moves on each half minute, so that "just now" does not stay for an hour. */
function useNow(stepMs = 30_000): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), stepMs);
    return () => clearInterval(timer);
  }, [stepMs]);
  return now;
}
