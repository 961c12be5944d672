import type { Language } from '../../shared/language/language.ts';
import type { ErrorEntry } from './read-error-codes.ts';
import type { Field } from './read-fields.ts';
import { referenceTexts } from './texts.ts';

/** `request`: must the field be sent? `answer`: is the field always there? */
export type Side = 'request' | 'answer';

/** The words beside a field: its type, its bounds, and whether it is required. */
export function factsOf({ type, bounds, isRequired }: Field, side: Side, language: Language) {
  const t = referenceTexts[language];
  const presence = side === 'request' ? (isRequired ? t.required : t.optional) : t.mayLack;
  const isShown = side === 'request' || !isRequired;
  return { type, bounds, presence: isShown ? presence : '' };
}

export function fieldsMarkdown(fields: readonly Field[], side: Side, language: Language): string {
  return fields.map((field) => fieldMarkdown(field, side, language)).join('\n');
}

function fieldMarkdown(field: Field, side: Side, language: Language): string {
  const { type, bounds, presence } = factsOf(field, side, language);
  const facts = [type, ...bounds, presence].filter(Boolean).join(', ');
  const values = valuesText(field, language);
  const text = [field.text, values].filter(Boolean).join(' ');
  return `${'  '.repeat(field.depth)}- \`${field.path}\` (${facts})${text ? `: ${text}` : ''}`;
}

/** The values of a field. If the set is open, the text says that more may come. */
export function valuesText({ values, text }: Field, language: Language): string {
  if (!values) return '';
  const t = referenceTexts[language];
  const names = values.all.map((value) => `\`${value}\``);
  const [only = ''] = names;
  if (names.length > 1) {
    const list = names.join(', ');
    return values.isOpen ? `${t.suchAs} ${list}. ${t.mayGetMore}` : `${t.oneOf} ${list}.`;
  }
  if (text.includes(only)) return '';
  return `${values.isOpen ? t.forExample : t.always} ${only}.`;
}

/** Which operations can answer an error: a few, or all but a few. */
export function fromMarkdown({ from }: ErrorEntry, language: Language): string {
  const t = referenceTexts[language];
  const links = ('allBut' in from ? from.allBut : from.operations)
    .map(({ method, path, slug }) => `[\`${method} ${path}\`](/docs/${language}/reference/${slug})`)
    .join(', ');
  if (!('allBut' in from)) return links;
  return links === '' ? t.everyOperation : `${t.everyOperationBut} ${links}`;
}

export function codeMarkdown(language: string, code: string): string {
  return `\`\`\`${language}\n${code}\n\`\`\``;
}

/** Parts of a text, with an empty line between them. Empty parts are left out. */
export function markdownOf(...parts: (string | false | null | undefined)[]): string {
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}
