import { Link } from '@tanstack/react-router';
import { useTexts } from '../text/language.ts';
import { buttonClass } from '../ui/button.tsx';
import { Screen } from './screen.tsx';
import { screenTexts } from './texts.ts';

export function NotFoundScreen() {
  const t = useTexts(screenTexts);
  const home = (
    <Link className={buttonClass('plain')} to="/">
      {t.home}
    </Link>
  );
  return (
    <Screen actions={home} icon="search" isWhole title={t.notFound}>
      <p>{t.notFoundMore}</p>
    </Screen>
  );
}
