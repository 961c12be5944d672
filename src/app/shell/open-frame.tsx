import type { ReactNode } from 'react';
import { useTexts } from '../text/language.ts';
import { LanguageChoice } from './language-choice.tsx';
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
