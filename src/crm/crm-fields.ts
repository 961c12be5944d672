import { z } from 'zod';
import { exactDecimal } from './exact-decimal.ts';

/** The longest text of a deal, such as a title, that is kept. */
export const LONGEST_TEXT = 2000;

/** So many chosen options of a field are read. */
export const MOST_CHOSEN = 100;

/** No list of an account, such as that of its users, has more pages. More are the fault of a CRM that repeats itself. */
export const MOST_PAGES = 200;

/** The first characters of a text. The cut never leaves half of a surrogate pair. */
export function cutText(text: string, longest: number): string {
  return text.length > longest ? text.slice(0, longest).replace(/[\ud800-\udbff]$/, '') : text;
}

/** The id of a record. The provider's numbers arrive as texts (crm-json.ts). */
export const crmId = z.string().min(1).max(300);

/** A text. An empty one is null, a longer one is cut. */
export const crmText = z
  .string()
  .nullish()
  .transform((text) => cutText(text?.trim() ?? '', LONGEST_TEXT) || null);

/** The body of a note. The engine does not store it. */
export const crmBody = z
  .string()
  .nullish()
  .transform((text) => text ?? '');

/** A number with all its digits and without an exponent. */
export const crmAmount = z
  .string()
  .nullish()
  .transform((text, context) => {
    if (text === null || text === undefined || text === '') return null;
    const plain = exactDecimal(text);
    if (plain !== null) return plain;
    context.addIssue('no number');
    return z.NEVER;
  });

/** Per cent, rounded, because a deal has whole per cents. A value outside of 0 to 100 is read as no probability. */
export const crmPercent = z
  .string()
  .nullish()
  .transform((text, context) => {
    if (text === null || text === undefined) return null;
    const percent = Math.round(Number(text));
    if (text.trim() !== '' && percent >= 0 && percent <= 100) return percent;
    context.addIssue('no per cent');
    return z.NEVER;
  });

const MOMENT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:?\d\d)?$/;

/** A time. Without an offset it is UTC. Salesforce writes `+0000`, but JavaScript does not read this as ISO 8601. */
export const crmMoment = z.string().transform((text, context) => {
  if (MOMENT.test(text)) {
    const iso = text.replace(' ', 'T').replace(/([+-]\d\d)(\d\d)$/, '$1:$2');
    const date = new Date(/(Z|[+-]\d\d:\d\d)$/.test(iso) ? iso : `${iso}Z`);
    if (!Number.isNaN(date.getTime())) return date;
  }
  context.addIssue('no time');
  return z.NEVER;
});

/** A day, as `2026-12-31`. */
export const crmDay = z.iso.date();
