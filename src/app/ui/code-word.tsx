import { useLanguage, useTexts } from '../text/language.ts';
import { meaningOf } from './code-words.ts';
import { HoverCard } from './hover-card.tsx';
import { Icon } from './icon.tsx';
import { uiTexts } from './texts.ts';

/** A word of the API as programs see it. If it is German, a card explains it in an English console. */
export function CodeWord({ word }: { word: string }) {
  const meaning = meaningOf(word, useLanguage());
  const code = <code className="font-mono text-xs">{word}</code>;
  return meaning ? <HoverCard card={meaning}>{code}</HoverCard> : code;
}

/** The same explanation behind a sign, for a word that is a link or part of a longer text. */
export function CodeHint({ word }: { word: string }) {
  const t = useTexts(uiTexts);
  const meaning = meaningOf(word, useLanguage());
  if (!meaning) return null;
  return (
    <HoverCard card={meaning}>
      <Icon className="inline align-text-bottom text-soft" name="info" size={14} />
      <span className="hidden-text">{t.whatMeans(word)}</span>
    </HoverCard>
  );
}
