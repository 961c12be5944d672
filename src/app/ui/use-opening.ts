import { useState } from 'react';
import { useTexts } from '../text/language.ts';
import type { LatePart } from './late-part.ts';
import { uiTexts } from './texts.ts';
import { showToast } from './toasts.tsx';

/** A part that a click opens. Undefined until the person has clicked and the part is loaded. */
export function useOpening<T extends object>(part: LatePart<T>) {
  const t = useTexts(uiTexts);
  const [opened, setOpened] = useState<T>();
  const open = () => {
    part.load().then(
      (loaded) => setOpened(() => loaded),
      () => showToast(t.partMissing, { isBad: true }),
    );
  };
  return { opened, open };
}
