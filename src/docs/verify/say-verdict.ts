import type { Language } from '../../shared/language/language.ts';
import { bodyCauses, type Cause, headerCauses, secretCauses } from './cause-texts.ts';
import { clockText } from './read-clock.ts';
import { verifyTexts } from './texts.ts';
import { type Computed, LIFETIME_S, type Verdict } from './verify.ts';

/** A verdict in words. */
export type Said = {
  tone: 'good' | 'warn' | 'bad' | 'info';
  title: string;
  paragraphs: string[];
  causes: Cause[];
  /** Whether to show where each framework keeps the raw body. */
  showsRawBodies: boolean;
};

/** `signedAt` is the time of the signature in Unix seconds, if the header could be read. */
export function sayVerdict(verdict: Verdict, language: Language, signedAt?: number): Said {
  const t = verifyTexts[language];
  const age = 'age' in verdict ? ageText(Math.abs(verdict.age), language) : '';
  const nothingElse = { causes: [], showsRawBodies: false };
  switch (verdict.kind) {
    case 'missing': {
      const { title, text, names, body } = t.missing;
      const named = new Intl.ListFormat(language).format(verdict.what.map((name) => names[name]));
      const paragraphs = [text(named), ...(verdict.what.includes('body') ? [body] : [])];
      return { ...nothingElse, tone: 'info', title, paragraphs };
    }
    case 'too_large': {
      const { title, text } = t.tooLarge;
      return { ...nothingElse, tone: 'bad', title, paragraphs: [text] };
    }
    case 'clock': {
      const { title, text } = t.clockFault;
      return { ...nothingElse, tone: 'bad', title, paragraphs: [text] };
    }
    case 'header':
      return {
        ...nothingElse,
        tone: 'bad',
        title: t.unreadable,
        paragraphs: [],
        causes: [headerCauses[verdict.fault][language]],
      };
    case 'genuine': {
      const { title, text, ahead, clocks, hint } = t.genuine;
      // A few seconds ahead are normal for two clocks.
      const words = verdict.age < -5 ? ahead(age) : text(age);
      const at = (seconds: number) => clockText((signedAt ?? 0) + seconds);
      const limits = signedAt === undefined ? [] : [clocks(at(-LIFETIME_S), at(LIFETIME_S))];
      return { ...nothingElse, tone: 'good', title, paragraphs: [words, ...limits, hint] };
    }
    case 'too_old':
    case 'ahead': {
      const { title, text, hint } = verdict.kind === 'ahead' ? t.ahead : t.tooOld;
      return { ...nothingElse, tone: 'warn', title, paragraphs: [text(age), hint] };
    }
    case 'altered':
      return sayAltered(verdict, language);
    case 'no_match': {
      const { title, text, secret, body } = t.noMatch;
      const paragraphs = [text, secret[verdict.secret], body[verdict.body]];
      return { ...nothingElse, tone: 'bad', title, paragraphs };
    }
  }
}

/** Says how the signature is computed. The page shows the result after it. */
export function sayComputed({ start, bytes }: Computed, language: Language): string {
  const count = new Intl.NumberFormat(language).format(bytes);
  return verifyTexts[language].computed(count, start);
}

function sayAltered(verdict: Extract<Verdict, { kind: 'altered' }>, language: Language): Said {
  const { altered } = verifyTexts[language];
  const { secret, body, age } = verdict;
  const what = secret.length === 0 ? 'body' : body.length === 0 ? 'secret' : 'both';
  const aged = age > LIFETIME_S ? [altered.aged(ageText(age, language))] : [];
  return {
    tone: 'bad',
    title: altered[what],
    paragraphs: [altered.proven, ...aged],
    causes: [
      ...secret.map((fault) => secretCauses[fault][language]),
      ...body.map((fault) => bodyCauses[fault][language]),
    ],
    showsRawBodies: body.length > 0,
  };
}

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** An age in its two largest units: "3 Minuten 20 Sekunden", "2 days 1 hour". */
export function ageText(seconds: number, language: Language): string {
  const first = units.findIndex(([, size]) => seconds >= size);
  if (first < 0) return unitText(0, 'second', language);
  let rest = seconds;
  const shown = units.slice(first, first + 2).flatMap(([unit, size]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count === 0 ? [] : [unitText(count, unit, language)];
  });
  return shown.join(' ');
}

function unitText(count: number, unit: string, language: Language): string {
  const options = { style: 'unit', unit, unitDisplay: 'long' } as const;
  return new Intl.NumberFormat(language, options).format(count);
}
