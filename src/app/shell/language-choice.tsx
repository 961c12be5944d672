import { isLanguage, languages } from '../../shared/language.ts';
import { setLanguage, useLanguage, useTexts } from '../text/language.ts';
import { uiTexts } from '../ui/texts.ts';
import { shellTexts } from './texts.ts';

/** A person who is not signed in chooses the language here. After the sign-in the language of the profile counts. */
export function LanguageChoice() {
  const language = useLanguage();
  const t = useTexts(shellTexts);
  const ui = useTexts(uiTexts);
  return (
    <select
      aria-label={ui.language}
      className="h-7 rounded-md bg-transparent px-1 text-sm text-soft hover:text-ink"
      onChange={({ target: { value } }) => isLanguage(value) && setLanguage(value)}
      value={language}
    >
      {languages.map((one) => (
        <option key={one} value={one}>
          {t.languages[one]}
        </option>
      ))}
    </select>
  );
}
