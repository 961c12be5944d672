/** A piece of JSON with the class of its colour. */
export type Word = { text: string; look?: 'attr' | 'string' | 'number' | 'literal' };

const pattern = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d[\d.eE+-]*)|\b(true|false|null)\b/g;

/** The pieces of a JSON text, in order, coloured like the blocks of code on the pages. */
export function jsonWords(json: string): Word[] {
  const words: Word[] = [];
  let end = 0;
  const add = (text: string, look?: Word['look']) => {
    if (text !== '') words.push(look ? { text, look } : { text });
  };
  for (const match of json.matchAll(pattern)) {
    add(json.slice(end, match.index));
    const [all, text, colon = '', number, literal] = match;
    if (text !== undefined) {
      add(text, colon === '' ? 'string' : 'attr');
      add(colon);
    } else add(number ?? literal ?? '', number === undefined ? 'literal' : 'number');
    end = match.index + all.length;
  }
  add(json.slice(end));
  return words;
}

/** Adds line breaks and indentation to JSON. Everything else stays. */
export function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
