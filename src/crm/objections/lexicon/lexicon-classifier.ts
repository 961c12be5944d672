import type { ObjectionCategory } from '../categories.ts';
import { fold } from '../fold.ts';
import type { ObjectionClassifier, ObjectionLanguage } from '../objection-classifier.ts';
import { english } from './english.ts';
import { german } from './german.ts';
import type { Lexicon, MatchedCategory } from './lexicon.ts';

type Finder = { category: MatchedCategory; pattern: RegExp };

type Compiled = {
  said: Finder[];
  topics: Finder[];
  complaint: RegExp;
  doubt: RegExp;
  denial: RegExp;
  deniedBefore: RegExp;
  deniedAfter: RegExp | null;
  /** One for each category: V8 makes no quick machine of a pattern beyond 20 KB. */
  anything: RegExp[];
};

const denier = "(?:nicht|kein\\w*|nie|weder|ohne|not|no|never|without|\\w+n't)\\b";
// "Kein Problem mit dem Budget" is not "kein Budget".
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

function findersOf(words: Lexicon['said']): Finder[] {
  const entries = Object.entries(words) as [MatchedCategory, readonly string[]][];
  return entries.map(([category, parts]) => ({ category, pattern: anyOf(parts, 'g') }));
}

function compile(lexicon: Lexicon): Compiled {
  const { said, topics, complaints, doubts, denials, deniers, betweenDenial, deniedAfter } =
    lexicon;
  const between = `(?: (?:${betweenDenial.join('|')})){0,4}`;
  return {
    said: findersOf(said),
    topics: findersOf(topics),
    complaint: anyOf(complaints, 'g'),
    doubt: anyOf(doubts, 'g'),
    denial: anyOf(denials),
    deniedBefore: new RegExp(`(?<![\\w])(?:${deniers.join('|')})${between} $`),
    deniedAfter: deniedAfter === null ? null : new RegExp(`^${deniedAfter}`),
    anything: [...Object.values(said), complaints, doubts].map((parts) => anyOf(parts)),
  };
}

const compiled: Record<ObjectionLanguage, Compiled> = {
  de: compile(german),
  en: compile(english),
};

/** Whether any sentence of the text can be an objection. Folded text, of any length. Null: of either language. */
export function mayObject(folded: string, lang: ObjectionLanguage | null): boolean {
  const languages = lang === null ? Object.values(compiled) : [compiled[lang]];
  return languages.some(({ anything }) => anything.some((one) => one.test(folded)));
}

// What is true of one part of a sentence ("the price is fine") is not true of the next ("but the term is too long").
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

/** Where a pattern first holds without being denied. */
function placeOf(language: Compiled, pattern: RegExp, clause: string): number | null {
  pattern.lastIndex = 0;
  for (let match = pattern.exec(clause); match; match = pattern.exec(clause)) {
    if (!isDenied(language, clause, match.index, pattern.lastIndex)) return match.index;
  }
  return null;
}

/** The category that comes first in the clause. At the same place, the first one in the lexicon. */
function firstOf(language: Compiled, finders: Finder[], clause: string): MatchedCategory | null {
  let first: { category: MatchedCategory; at: number } | null = null;
  for (const { category, pattern } of finders) {
    const at = placeOf(language, pattern, clause);
    if (at !== null && (first === null || at < first.at)) first = { category, at };
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

/** For the words with which somebody says that there is an objection: a topic alone is enough. */
export const reasonClassifier: ObjectionClassifier = {
  classify(text, lang): ObjectionCategory | null {
    const language = compiled[lang];
    const clauses = clausesOf(text);
    return (
      inAnyClause(clauses, (clause) => firstOf(language, language.said, clause)) ??
      inAnyClause(clauses, (clause) => topicOf(language, clause)) ??
      inAnyClause(clauses, (clause) => doubtOf(language, clause))
    );
  },
};

/** For a sentence that may say anything. */
export const sentenceClassifier: ObjectionClassifier = {
  classify(text, lang): ObjectionCategory | null {
    const language = compiled[lang];
    const clauses = clausesOf(text);
    const said = inAnyClause(clauses, (clause) => firstOf(language, language.said, clause));
    // "Is the price a problem?" asks for an objection.
    if (said !== null || /\?\W*$/.test(text)) return said;
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
