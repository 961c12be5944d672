import { eld } from 'eld/extrasmall';
import { fold } from './fold.ts';
import type { ObjectionLanguage } from './objection-classifier.ts';

/** The detector is reliable from this many letters on. */
const ENOUGH = 20;
/** So many characters are enough to tell the language. */
const BEGINNING = 2000;

const detector = eld.newInstance();
detector.setLanguageSubset(['de', 'en']);

// Words that only one of the two languages has. They tell the language even of short texts, and faster than the detector.
const stopWords = {
  de: new Set(
    'der das den dem des ein eine einen einem einer eines und oder aber nicht kein keine keinen keiner kein ist sind war waren wird wurde werden hat haben hatte habe ich wir ihr sie er es uns unser unsere unserem unseren ihre ihrem ihren zu zum zur im vom beim mit von fuer auf aus bei nach ueber unter durch ohne sich auch noch nur schon sehr wenn weil dass wie kann koennen muss muessen soll wollen moechte moechten mehr als kunde kunden zurzeit derzeit jetzt erst fehlt fehlende teuer keinerlei wegen preis vertrag anbieter angebot entscheidung projekt'.split(
      ' ',
    ),
  ),
  en: new Set(
    "the of and or but not no is are were be been has have had i we you they he she it us our your their its to for with from by at on this that these those who what which when because if then than too very more already still only can could would should must do does did don't doesn't didn't isn't wasn't can't won't cannot customer customers price pricing vendor contract missing went lost".split(
      ' ',
    ),
  ),
};

/** The language of a text, or null if the text is too short to tell. */
export function languageOf(text: string): ObjectionLanguage | null {
  const folded = fold(text.slice(0, BEGINNING));
  const { de, en } = countStopWords(folded);
  if (de !== en) return de > en ? 'de' : 'en';
  return folded.replace(/[^a-z]/g, '').length < ENOUGH ? null : detectedIn(text);
}

/** The language of all sentences of a folded text. Null unless words of exactly one language occur. */
export function plainLanguageOf(folded: string): ObjectionLanguage | null {
  const { de, en } = countStopWords(folded);
  if (de > 0 && en > 0) return null;
  return de === en ? null : de > 0 ? 'de' : 'en';
}

function countStopWords(folded: string): Record<ObjectionLanguage, number> {
  const found = { de: 0, en: 0 };
  for (const word of folded.split(' ')) {
    const bare = word.replace(/[^a-z']+$/, '');
    if (stopWords.de.has(bare)) found.de += 1;
    if (stopWords.en.has(bare)) found.en += 1;
  }
  return found;
}

/** The detector's guess by the beginning of the text, however short the text is. */
export function detectedIn(text: string): ObjectionLanguage | null {
  const { language } = detector.detect(text.slice(0, BEGINNING));
  return language === 'de' || language === 'en' ? language : null;
}
