import { TimeSlices } from '../../shared/load/long-work.ts';
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
/** More sentences of a note are dropped. */
const SENTENCES_OF_NOTE = 400;
/** The language of a note is told by its first lines. */
const LINES_FOR_LANGUAGE = 100;

/**
 * `body` is HTML or plain text. Nothing but the objections is returned. It takes short turns of the event loop, whatever
 * the text is.
 */
export async function findObjections(sources: {
  source: ObjectionSource;
  body: string;
}): Promise<FoundObjection[]> {
  const slices = new TimeSlices();
  const lines = await linesOf(sources.body, slices);
  switch (sources.source) {
    case 'lost_reason':
    case 'field':
      return inReason(lines, slices);
    case 'note':
      return inNote(lines, slices);
  }
}

/** A person has marked this text as an objection. So it always makes one row, in the category `other` if none fits. */
async function inReason(lines: string[], slices: TimeSlices): Promise<FoundObjection[]> {
  const text = redact(lines.slice(0, SENTENCES_OF_REASON).join(' ').slice(0, 4000)).trim();
  if (text === '') return [];
  const sure = languageOf(text);
  const likely = later(() => detectedIn(text));
  await slices.pause();
  const sentences = sentencesOf(text).slice(0, SENTENCES_OF_REASON);
  for (const sentence of sentences) {
    await slices.pause();
    const found = classified(reasonClassifier, sentence, sure, likely);
    if (found) return [{ ...found, text: shownText(text, found.lang) }];
  }
  const lang = sure ?? likely() ?? 'de';
  return [{ category: 'other', text: shownText(text, lang), lang }];
}

async function inNote(lines: string[], slices: TimeSlices): Promise<FoundObjection[]> {
  const found: FoundObjection[] = [];
  const seen = new Set<string>();
  const ofNote = later(() => {
    const begin = lines.slice(0, LINES_FOR_LANGUAGE).join(' ');
    return languageOf(begin) ?? detectedIn(begin);
  });
  let left = SENTENCES_OF_NOTE;
  for (const line of lines) {
    await slices.pause();
    // Most lines contain no word of the lexicon. This cheap look sorts them out.
    const folded = fold(line);
    if (!mayObject(folded, plainLanguageOf(folded))) continue;
    for (const sentence of sentencesOf(redact(line)).slice(0, left)) {
      await slices.pause();
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
