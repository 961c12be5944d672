import { numberText } from '../text/formats.ts';
import { useLanguage, useTexts } from '../text/language.ts';
import { staleTexts } from './stale-texts.ts';

/** The text for people of any value of an object. */
export function useValueText(): (value: unknown) => string {
  const t = useTexts(staleTexts);
  const language = useLanguage();
  const textOf = (value: unknown): string => {
    if (value === null || value === undefined || value === '') return t.empty;
    if (typeof value === 'boolean') return value ? t.yes : t.no;
    if (typeof value === 'number') return numberText(value, language);
    if (typeof value !== 'object') return String(value);
    const parts = Array.isArray(value)
      ? value.map(textOf)
      : Object.entries(value).map(([name, part]) => `${name}: ${textOf(part)}`);
    return parts.length === 0 ? t.empty : parts.join(Array.isArray(value) ? ', ' : '\n');
  };
  return textOf;
}
