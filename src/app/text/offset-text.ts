import type { Language } from '../../shared/language/language.ts';
import { numberFormat } from './formatters.ts';

/** The symbols of SI, which are the same in every language. */
const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const;

const MOST_WITH_DECIMAL = 10;

/** How much later something happened, such as "+12 ms" or "+1.2 s". */
export function offsetText(ms: number, language: Language): string {
  const [symbol, size] = units.find(([, length]) => ms >= length) ?? ['ms', 1];
  const count = Math.max(0, ms) / size;
  const maximumFractionDigits = size > 1 && count < MOST_WITH_DECIMAL ? 1 : 0;
  return `+${numberFormat(language, { maximumFractionDigits }).format(count)}\u00a0${symbol}`;
}
