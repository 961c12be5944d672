import { useTimeZone } from '../../session/time-zone.tsx';
import { clockText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { isSandboxKey, keptKey, sandboxKey } from '../../ui/kept-in-tab.ts';
import { Notice } from '../../ui/notice.tsx';
import { docsKeyTexts } from './texts.ts';

/**
 * Above a button that makes a key: the key of another sandbox that the tab would then forget. Nobody ends it: that needs
 * a proof in its own sandbox.
 */
export function OtherKey() {
  const t = useTexts(docsKeyTexts);
  const zone = { language: useLanguage(), timeZone: useTimeZone() };
  if (!isSandboxKey(keptKey())) return null;
  const end = new Date(sandboxKey().ends).toISOString();
  return (
    <div className="w-full">
      <Notice tone="info">{t.otherGoesOn(clockText(end, zone))}</Notice>
    </div>
  );
}
