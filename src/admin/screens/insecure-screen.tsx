import { useTexts } from '../text/language.ts';
import { Screen } from './screen.tsx';
import { screenTexts } from './texts.ts';

/** Over plain HTTP on another host than localhost a browser keeps none of our cookies. */
export function InsecureScreen() {
  const t = useTexts(screenTexts);
  return (
    <main>
      <Screen icon="privacy" isWhole title={t.insecure}>
        <p>{t.insecureMore}</p>
        <p className="break-all font-mono text-xs">{location.href.replace(/^http:/, 'https:')}</p>
        <p className="text-sm">{t.insecureOperator}</p>
      </Screen>
    </main>
  );
}
