import { useTexts } from '../text/language.ts';
import { Screen } from './screen.tsx';
import { screenTexts } from './texts.ts';

/** Takes the place of the app over plain HTTP on a host other than localhost, where browsers keep none of our cookies. */
export function InsecureScreen() {
  const t = useTexts(screenTexts);
  const encrypted = location.href.replace(/^http:/, 'https:');
  return (
    <Screen icon="privacy" isWhole title={t.insecure}>
      <p>{t.insecureMore}</p>
      <a
        className="break-all rounded-sm font-mono text-xs text-accent-text underline"
        href={encrypted}
      >
        {encrypted}
      </a>
      <p className="text-sm">{t.insecureOperator}</p>
    </Screen>
  );
}
