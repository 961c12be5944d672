import { useTexts } from '../text/language.ts';
import { HomeLink } from './home-link.tsx';
import { Screen } from './screen.tsx';
import { screenTexts } from './texts.ts';

export function NotFoundScreen() {
  const t = useTexts(screenTexts);
  return (
    <Screen actions={<HomeLink />} icon="search" isWhole title={t.notFound}>
      <p>{t.notFoundMore}</p>
    </Screen>
  );
}
