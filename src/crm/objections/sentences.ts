/** A sentence with more characters is cut in pieces. */
const MOST = 280;

const segmenter = new Intl.Segmenter('de', { granularity: 'sentence' });

// The segmenter wrongly ends a sentence after "am 3.", "z." and "Dr.".
const unfinished =
  /(?:(?<![\p{L}\p{N}])(?:\d{1,3}|\p{L}|dr|prof|hr|hrn|fr|nr|st|str|ca|bzw|usw|ggf|evtl|inkl|exkl|zzgl|max|min|tel|abs|art|vgl|bspw|sog|mio|mrd|tsd|gmbh|mr|mrs|ms|inc|ltd|vs|approx|e\.g|i\.e|no|jan|feb|apr|jun|jul|aug|sept?|okt|oct|nov|dez|dec))\.\s*$/iu;
// A sentence does end there if the next one begins so: "we pay in 2025. Then …".
const beginsNew = /^(?:der|die|das|er|sie|es|wir|ich|the|they|we|he|she|it|i)\s/i;

/** The sentences of one line. */
export function sentencesOf(line: string): string[] {
  const sentences: string[] = [];
  let open = '';
  for (const { segment } of segmenter.segment(line)) {
    const goesOn = open !== '' && !(/\d\.\s*$/.test(open) && beginsNew.test(segment));
    if (open !== '' && !goesOn) sentences.push(open.trim());
    open = goesOn ? open + segment : segment;
    if (unfinished.test(open.slice(-12)) && open.length < MOST) continue;
    sentences.push(open.trim());
    open = '';
  }
  if (open.trim() !== '') sentences.push(open.trim());
  return sentences.filter((sentence) => sentence !== '').flatMap(partsOf);
}

/** Cuts a long sentence after commas, or at least between words. Dots say that there was more. */
function partsOf(sentence: string): string[] {
  if (sentence.length <= MOST) return [sentence];
  const parts: string[] = [];
  let rest = sentence;
  while (rest.length > MOST) {
    const end = endOfPiece(rest);
    parts.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trim();
  }
  parts.push(rest);
  return parts
    .filter((piece) => piece !== '')
    .map(
      (piece, index, { length }) =>
        `${index > 0 ? '… ' : ''}${piece}${index < length - 1 ? ' …' : ''}`,
    );
}

function endOfPiece(text: string): number {
  const head = text.slice(0, MOST);
  const comma = Math.max(head.lastIndexOf(', '), head.lastIndexOf('; '));
  return comma > MOST / 2 ? comma + 1 : endOfWord(text, MOST);
}

/** The end of the last whole word before `most`. A single long word is cut, but never inside a character. */
function endOfWord(text: string, most: number): number {
  const space = text.slice(0, most + 1).lastIndexOf(' ');
  if (space > most / 2) return space;
  return /[\ud800-\udbff]/.test(text[most - 1] ?? '') ? most - 1 : most;
}

/** Cuts a text after `most` characters, between words. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, endOfWord(text, most - 2)).trimEnd()} …`;
}
