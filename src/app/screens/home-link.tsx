import { Link } from '@tanstack/react-router';
import { useTexts } from '../text/language.ts';
import { buttonClass } from '../ui/button.tsx';
import { screenTexts } from './texts.ts';

/** A link to the first page that the person may see. */
export function HomeLink() {
  const t = useTexts(screenTexts);
  return (
    <Link className={buttonClass('plain')} to="/">
      {t.home}
    </Link>
  );
}
