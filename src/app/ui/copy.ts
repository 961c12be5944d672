import { useEffect, useRef, useState } from 'react';
import type { Language } from '../../shared/language/language.ts';
import { uiTexts } from './texts.ts';
import { showToast } from './toasts.tsx';

type State = 'idle' | 'copied' | 'failed';

/** Copies a text. `state` says so only after the browser has confirmed it. */
export function useCopy(text: string): { state: State; copy: () => void } {
  const [state, setState] = useState<State>('idle');
  const timer = useRef<number>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const show = (next: State) => {
    setState(next);
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setState('idle'), 2_000);
  };
  const copy = () => {
    write(text).then(
      () => show('copied'),
      () => show('failed'),
    );
  };
  return { state, copy };
}

/** Copies a text for a command that has no place of its own to say so. */
export function copyText(text: string, language: Language): void {
  const t = uiTexts[language];
  write(text).then(
    () => showToast(t.copied),
    () => showToast(t.copyFailed, { isBad: true }),
  );
}

async function write(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}
