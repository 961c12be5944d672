import { useState } from 'react';
import { probe, useConnection } from '../api/connection.ts';
import { useTimeZone } from '../session/time-zone.tsx';
import { clockText } from '../text/formats.ts';
import { useLanguage, useTexts } from '../text/language.ts';
import { Button } from '../ui/button.tsx';
import { StateMark } from '../ui/state.tsx';
import { shellTexts } from './texts.ts';

/**
 * Says that the server is away, and how old the data on the page are. It lies above the lower edge, so that nothing
 * moves, and the page keeps room for it below its last line.
 */
export function ConnectionBar() {
  const t = useTexts(shellTexts);
  const language = useLanguage();
  const timeZone = useTimeZone();
  const { isLost, heardAt } = useConnection();
  const [isAsking, setIsAsking] = useState(false);
  const ask = async () => {
    setIsAsking(true);
    await probe();
    setIsAsking(false);
  };
  const since = heardAt && clockText(new Date(heardAt).toISOString(), { language, timeZone });
  return (
    <div aria-live="polite" role="status">
      {isLost ? (
        <>
          <div aria-hidden="true" className="h-12" />
          <div className="rise fixed inset-x-0 bottom-0 z-30 flex min-h-11 flex-wrap items-center justify-center gap-x-3 gap-y-1 border-t border-needs bg-warn-wash px-4 py-1.5 text-sm lg:left-60">
            <StateMark tone="needs" />
            <span className="font-medium">{t.noConnection}</span>
            {since ? <span>{t.dataFrom(since)}</span> : null}
            <span className="text-soft max-sm:hidden">{t.triesAgain}</span>
            <Button isBusy={isAsking} onClick={() => void ask()} size="sm">
              {t.connectNow}
            </Button>
          </div>
        </>
      ) : null}
    </div>
  );
}
