import { folded, termsOf } from './terms.ts';

/** Words of both languages that a question has and no page is about. */
const idle = new Set(
  (
    'and are but can could did does for from had has have how its may not our should than that the their them then there ' +
    'these they this those was were what when where which who why will with would you your ' +
    'aber als auch auf aus bei beim bin bis damit dann das dass dem den der des die dies diese diesem diesen dieser dieses ' +
    'doch dort durch ein eine einem einen einer eines fuer gibt haben hat hier ich ihr ihre ihrem ihren ihrer ist kann ' +
    'koennen man mein meine meinem meinen meiner mich mir mit muss nach nicht noch nur oder sein sich sie sind soll ueber ' +
    'und uns unser vom von vor war warum was welche welcher welches wenn wer werden wie wieso will wir wird zum zur'
  ).split(' '),
);

const isIdle = (term: string) => term.length < 3 || idle.has(term);

/**
 * Tells which words of a hit are to be marked: those by which the search has found it (`terms`). Words such as "is" find
 * much that only begins with them.
 */
export function isFoundBy(query: string, terms: readonly string[]): (word: string) => boolean {
  const asked = termsOf(query).map(folded);
  const found = terms.filter((term) => {
    const begins = asked.filter((one) => term.startsWith(one));
    // A word with a typing error begins like none.
    return !isIdle(term) && (begins.length === 0 || begins.some((one) => !isIdle(one)));
  });
  return (word) => termsOf(word).some((term) => found.includes(folded(term)));
}

/** The part of a text around the question, if it is one word there, or around the first word that is marked. */
export function excerptOf(text: string, query: string, isFound: (word: string) => boolean): string {
  const words = text.split(/(?<=\s)/);
  const asked = folded(query.trim());
  const whole = words.findIndex((word) => folded(word).startsWith(asked));
  const hit = whole >= 0 ? whole : words.findIndex(isFound);
  const from = Math.max(0, hit - 6);
  const excerpt = words
    .slice(from, from + 26)
    .join('')
    .trim();
  return `${from > 0 ? '… ' : ''}${excerpt}${words.length > from + 26 ? ' …' : ''}`;
}
