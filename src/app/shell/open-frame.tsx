import type { ReactNode } from 'react';
import { isLanguage, languages } from '../../shared/language/language.ts';
import { setLanguage, useLanguage, useTexts } from '../text/language.ts';
import { uiTexts } from '../ui/texts.ts';
import { Logo } from './logo.tsx';
import { shellTexts } from './texts.ts';

/** The frame of pages that need no sign-in. */
export function OpenFrame({ children }: { children: ReactNode }) {
  const t = useTexts(shellTexts);
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr_auto] bg-side">
      <header className="flex items-center justify-between px-5 py-4">
        <Logo />
        <LanguageChoice />
      </header>
      <main className="outline-none" id="content" tabIndex={-1}>
        {children}
      </main>
      <footer className="flex justify-center gap-4 px-5 py-6 text-sm text-soft">
        <a className="rounded-sm hover:text-ink" href="/">
          {t.apiDocs}
        </a>
      </footer>
    </div>
  );
}

/** A person who is not signed in chooses the language here. After the sign-in the language of the profile counts. */
function LanguageChoice() {
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
