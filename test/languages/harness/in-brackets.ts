/** Stand around each text of the language that a test adds. No text of ours contains them. */
export const [OPEN, CLOSE] = ['⟦', '⟧'] as const;

const WORD = /\p{L}/u;
/** A heading, an entry of a list, a quotation: what stands before the text of a line of Markdown. */
const AFFIXES = /^(\s*(?:(?:#{1,6}|[-*>]|\d+\.)\s)?)(.*?)(\s*)$/s;
/** An entry of a list that the site shows as a card. */
const CARD = /^\[([^\]]*)\](\([^)]*\)): (.*)$/;

/** Puts the text in brackets, line by line, so that Markdown stays what it is. */
export function inBrackets(text: string): string {
  return text
    .split(/(\n|\\n)/)
    .map(ofLine)
    .join('');
}

function ofLine(line: string): string {
  if (!WORD.test(line) || line === '\\n') return line;
  if (/^\||\s\|\s/.test(line)) return line.split('|').map(ofText).join('|');
  const [, prefix = '', text = '', end = ''] = AFFIXES.exec(line) ?? [];
  const [, words, target, rest] = CARD.exec(text) ?? [];
  if (words && target && rest) return `${prefix}[${ofText(words)}]${target}: ${ofText(rest)}${end}`;
  return `${prefix}${ofText(text)}${end}`;
}

function ofText(text: string): string {
  if (!WORD.test(text)) return text;
  const [, before, words, after] = /^(\s*)(.*?)(\s*)$/s.exec(text) ?? [];
  return `${before}${OPEN}${words}${CLOSE}${after}`;
}

/** A guide in brackets. Blocks of code, and lines for our tests, stay as they are. */
export function guideInBrackets(text: string): string {
  return text
    .split(/(^```[\s\S]*?^```$)/m)
    .map((part, index) => (index % 2 === 1 ? part : part.split('\n').map(ofGuideLine).join('\n')))
    .join('');
}

function ofGuideLine(line: string): string {
  return /^\[\w+\]: |^<|^\|[-| ]+\|$/.test(line) ? line : inBrackets(line);
}

/** The parts of a text outside of brackets that have words. A bracket without its other half opens, or ends, the text. */
export function outsideOfBrackets(text: string): string[] {
  let rest = text;
  const whole = new RegExp(`${OPEN}[^${OPEN}${CLOSE}]*${CLOSE}`, 'g');
  while (whole.test(rest)) rest = rest.replace(whole, '\n');
  return rest
    .replace(new RegExp(`^[^${OPEN}${CLOSE}]*${CLOSE}`), '')
    .replace(new RegExp(`${OPEN}[^${OPEN}${CLOSE}]*$`), '')
    .split(/[\n⟦⟧]/)
    .map((part) => part.replaceAll(/^[\s.,:;”“)]+|[\s.,:;”“(]+$/g, ''))
    .filter((part) => /[A-Za-zÄÖÜäöüß]{2}/.test(part));
}
