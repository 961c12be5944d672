import type { ObjectionCategory } from './categories.ts';
import { fold } from './fold.ts';
import { detectedIn, languageOf, plainLanguageOf } from './language-of.ts';
import { mayObject, reasonClassifier, sentenceClassifier } from './lexicon/lexicon-classifier.ts';
import type { ObjectionClassifier, ObjectionLanguage } from './objection-classifier.ts';
import { linesOf } from './plain-text.ts';
import { named, redact } from './redact.ts';
import { sentencesOf, shorten } from './sentences.ts';

/** Where an objection stands: in the reason why a deal was lost, in a field of the deal, or in a note about the deal. */
export type ObjectionSource = 'lost_reason' | 'field' | 'note';

export type FoundObjection = { category: ObjectionCategory; text: string; lang: ObjectionLanguage };

/** The longest text of an objection, in characters. */
const LONGEST_OBJECTION = 300;
/** More objections of one note are dropped. */
const MOST_IN_NOTE = 5;

/** Only the first sentences of a reason are classified. */
const SENTENCES_OF_REASON = 20;
/** More sentences of a note are dropped, so that one note blocks the event loop for a few milliseconds only. */
const SENTENCES_OF_NOTE = 400;

/** `body` is HTML or plain text. Nothing but the objections is returned. */
export function findObjections(given: { source: ObjectionSource; body: string }): FoundObjection[] {
  const lines = linesOf(given.body);
  switch (given.source) {
    case 'lost_reason':
    case 'field':
      return inReason(lines);
    case 'note':
      return inNote(lines);
  }
}

/** A person has marked this text as an objection. So it always makes one row, in the category `other` if none fits. */
function inReason(lines: string[]): FoundObjection[] {
  const text = redact(lines.slice(0, SENTENCES_OF_REASON).join(' ').slice(0, 4000)).trim();
  if (text === '') return [];
  const sure = languageOf(text);
  const sentences = sentencesOf(text).slice(0, SENTENCES_OF_REASON);
  for (const sentence of sentences) {
    const found = classified(reasonClassifier, sentence, sure, () => detectedIn(text));
    if (found) return [{ ...found, text: shownText(text, found.lang) }];
  }
  const lang = sure ?? detectedIn(text) ?? 'de';
  return [{ category: 'other', text: shownText(text, lang), lang }];
}

function inNote(lines: string[]): FoundObjection[] {
  const found: FoundObjection[] = [];
  const seen = new Set<string>();
  const ofNote = later(() => languageOf(lines.join(' ')) ?? detectedIn(lines.join(' ')));
  let left = SENTENCES_OF_NOTE;
  for (const line of lines) {
    // Most lines contain no word of the lexicon. This cheap look sorts them out.
    const folded = fold(line);
    if (!mayObject(folded, plainLanguageOf(folded))) continue;
    for (const sentence of sentencesOf(redact(line)).slice(0, left)) {
      left -= 1;
      const objection = classified(sentenceClassifier, sentence, languageOf(sentence), ofNote);
      if (!objection) continue;
      const text = shownText(sentence, objection.lang);
      if (seen.has(text.toLowerCase())) continue;
      seen.add(text.toLowerCase());
      found.push({ ...objection, text });
      if (found.length === MOST_IN_NOTE) return found;
    }
    if (left <= 0) break;
  }
  return found;
}

/** If the language of a short text is unsure, the language of the whole note is tried first, then the other one. */
function classified(
  classifier: ObjectionClassifier,
  text: string,
  sure: ObjectionLanguage | null,
  likely: () => ObjectionLanguage | null,
): Omit<FoundObjection, 'text'> | null {
  const first = sure ?? likely() ?? 'de';
  const second: ObjectionLanguage = first === 'de' ? 'en' : 'de';
  const tried: ObjectionLanguage[] = sure === null ? [first, second] : [sure];
  for (const lang of tried) {
    const category = classifier.classify(text, lang);
    if (category !== null) return { category, lang };
  }
  return null;
}

function shownText(redacted: string, lang: ObjectionLanguage): string {
  const text = named(redacted, lang).replace(/^[-*•·–—>\s]+(?=[\p{L}\p{N}„"“«…[])/u, '');
  return shorten(text.trim(), LONGEST_OBJECTION);
}

/** Computes the value at the first call, and remembers it. */
function later<T>(compute: () => T): () => T {
  let value: { content: T } | null = null;
  return () => {
    value ??= { content: compute() };
    return value.content;
  };
}
