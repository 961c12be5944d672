import type { ObjectionCategory } from '../categories.ts';
import { fold } from '../fold.ts';
import type { ObjectionClassifier, ObjectionLanguage } from '../objection-classifier.ts';
import { english } from './english.ts';
import { german } from './german.ts';
import type { Lexicon, MatchedCategory } from './lexicon.ts';

type Finder = { category: MatchedCategory; pattern: RegExp };

type Compiled = {
  phrases: Finder[];
  topics: Finder[];
  complaint: RegExp;
  doubt: RegExp;
  denial: RegExp;
  deniedBefore: RegExp;
  deniedAfter: RegExp | null;
  /** One pattern for each category: V8 matches a pattern beyond 20 KB slowly. */
  anything: RegExp[];
};

const denier = "(?:nicht|kein\\w*|nie|weder|ohne|not|no|never|without|\\w+n't)\\b";
// Words after which a denial does not deny what follows: "kein Problem mit dem Budget" does not mean "kein Budget".
const fromDenial =
  '(?:problem|thema|bedenken|einw|sorge|frage|zweifel|grund|mit\\b|beim\\b|bei\\b|wegen\\b|an\\b|am\\b|im\\b|issue|concern|worr|objection|question|doubt|with\\b|about\\b|on\\b|in\\b|or\\b)';
const short: Record<string, string> = {
  '~': ` (?:(?!${denier})[\\w%'.-]+ ){0,4}`,
  '@': `(?:(?!${fromDenial})[\\w-]+ ){0,2}`,
};

function joined(parts: readonly string[]): string {
  const long = parts.map((part) => part.replace(/[~@]/g, (sign) => short[sign] ?? sign));
  return `(?:${long.join('|')})(?!\\w)`;
}

function anyOf(parts: readonly string[], flags = ''): RegExp {
  return new RegExp(`\\b${joined(parts)}`, flags);
}

function findersOf(words: Lexicon['phrases']): Finder[] {
  const entries = Object.entries(words) as [MatchedCategory, readonly string[]][];
  return entries.map(([category, parts]) => ({ category, pattern: anyOf(parts, 'g') }));
}

function compile(lexicon: Lexicon): Compiled {
  const { phrases, topics, complaints, doubts, denials, deniers, betweenDenial, deniedAfter } =
    lexicon;
  const between = `(?: (?:${betweenDenial.join('|')})){0,4}`;
  return {
    phrases: findersOf(phrases),
    topics: findersOf(topics),
    complaint: anyOf(complaints, 'g'),
    doubt: anyOf(doubts, 'g'),
    denial: anyOf(denials),
    deniedBefore: new RegExp(`(?<![\\w])(?:${deniers.join('|')})${between} $`),
    deniedAfter: deniedAfter === null ? null : new RegExp(`^${deniedAfter}`),
    anything: [...Object.values(phrases), complaints, doubts].map((parts) => anyOf(parts)),
  };
}

const compiled: Record<ObjectionLanguage, Compiled> = {
  de: compile(german),
  en: compile(english),
};

/** Whether any sentence of a folded text can be an objection. `lang` is null if either language is possible. */
export function mayObject(folded: string, lang: ObjectionLanguage | null): boolean {
  const languages = lang === null ? Object.values(compiled) : [compiled[lang]];
  return languages.some(({ anything }) => anything.some((one) => one.test(folded)));
}

// Each clause is judged by itself: "the price is fine, but the term is too long".
const clauseEnd =
  /(?: ?[,;!?–—]+ ?| ?\.+(?: |$)| - | (?:aber|jedoch|allerdings|sondern|obwohl|trotzdem|und|but|however|though|although|and) )/;

function clausesOf(text: string): string[] {
  return fold(text)
    .split(clauseEnd)
    .filter((clause) => clause !== '');
}

function isDenied(language: Compiled, clause: string, start: number, end: number): boolean {
  return (
    language.deniedBefore.test(clause.slice(Math.max(0, start - 60), start)) ||
    (language.deniedAfter?.test(clause.slice(end)) ?? false)
  );
}

/** The first place where the pattern matches and is not denied. */
function placeOf(language: Compiled, pattern: RegExp, clause: string): number | null {
  pattern.lastIndex = 0;
  for (let match = pattern.exec(clause); match; match = pattern.exec(clause)) {
    if (!isDenied(language, clause, match.index, pattern.lastIndex)) return match.index;
  }
  return null;
}

/** The category whose match comes first in the clause. At the same place, the first category in the lexicon wins. */
function firstOf(language: Compiled, finders: Finder[], clause: string): MatchedCategory | null {
  let first: { category: MatchedCategory; at: number } | null = null;
  for (const { category, pattern } of finders) {
    const place = placeOf(language, pattern, clause);
    if (place !== null && (first === null || place < first.at)) first = { category, at: place };
  }
  return first?.category ?? null;
}

function inAnyClause(
  clauses: string[],
  find: (clause: string) => MatchedCategory | null,
): MatchedCategory | null {
  for (const clause of clauses) {
    const found = find(clause);
    if (found !== null) return found;
  }
  return null;
}

function topicOf(language: Compiled, clause: string): MatchedCategory | null {
  return language.denial.test(clause) ? null : firstOf(language, language.topics, clause);
}

/** For a text that states an objection, such as a lost reason. So a topic alone is enough. */
export const reasonClassifier: ObjectionClassifier = {
  classify(text, lang): ObjectionCategory | null {
    const language = compiled[lang];
    const clauses = clausesOf(text);
    return (
      inAnyClause(clauses, (clause) => firstOf(language, language.phrases, clause)) ??
      inAnyClause(clauses, (clause) => topicOf(language, clause)) ??
      inAnyClause(clauses, (clause) => doubtOf(language, clause))
    );
  },
};

/** Classifies a sentence of a note. Such a sentence may say anything. */
export const sentenceClassifier: ObjectionClassifier = {
  classify(text, lang): ObjectionCategory | null {
    const language = compiled[lang];
    const clauses = clausesOf(text);
    const stated = inAnyClause(clauses, (clause) => firstOf(language, language.phrases, clause));
    // A question such as "Is the price a problem?" asks whether there is an objection. It is none itself.
    if (stated !== null || /\?\W*$/.test(text)) return stated;
    return (
      inAnyClause(clauses, (clause) => complaintOf(language, clause)) ??
      inAnyClause(clauses, (clause) => doubtOf(language, clause))
    );
  },
};

function complaintOf(language: Compiled, clause: string): MatchedCategory | null {
  const complains =
    placeOf(language, language.complaint, clause) ?? placeOf(language, language.doubt, clause);
  return complains === null ? null : topicOf(language, clause);
}

function doubtOf(language: Compiled, clause: string): MatchedCategory | null {
  if (language.denial.test(clause)) return null;
  return placeOf(language, language.doubt, clause) === null ? null : 'trust';
}
