import { Popover } from '@base-ui/react/popover';
import type { ReactNode } from 'react';
import { dateTimeText, exactTimeText } from '../text/formats.ts';
import { useLanguage, useTexts } from '../text/language.ts';
import { CopyableId } from '../ui/copyable-id.tsx';
import { uiTexts } from '../ui/texts.ts';
import { topDialogRef } from '../ui/top-dialog.ts';
import { useTimeZone } from './time-zone.tsx';

type Props = { at: string; relative: string; className: string; children: ReactNode };

/**
 * A button with a time, and a popover with the three forms of this time. The popover is open from the start, because
 * this component replaces a plain button at its first click.
 */
export function TimePopover({ at, relative, className, children }: Props) {
  const t = useTexts(uiTexts);
  const language = useLanguage();
  const timeZone = useTimeZone();
  const rows = [
    [t.timeRelative, relative],
    [timeZone, exactTimeText(at, { language, timeZone })],
    [t.timeUtc, new Date(at).toISOString()],
  ] as const;
  return (
    <Popover.Root defaultOpen>
      <Popover.Trigger className={className}>{children}</Popover.Trigger>
      <Popover.Portal container={topDialogRef}>
        <Popover.Positioner className="z-40" positionMethod="fixed" sideOffset={4}>
          <Popover.Popup className="rise rounded-lg bg-card p-2 text-sm shadow-lg outline-none">
            <Popover.Title className="hidden-text">
              {dateTimeText(at, { language, timeZone })}
            </Popover.Title>
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
