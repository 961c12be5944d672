import type { DemoRecords } from './records.ts';

/** What was done, or why nothing was: the name of its text. */
export type Taken =
  | { done: 'saved' | 'recorded' | 'deleted' | 'restored' }
  | { wrong: 'wrongAmount' | 'wrongStage' | 'wrongNote' };
type Form = { id: string; form: URLSearchParams; now: Date };

const MAX_NOTE = 2_000;
const MAX_REASON = 200;

/** Carries out the form of a deal. */
export function takeForm(records: DemoRecords, { id, form, now }: Form): Taken {
  switch (form.get('action')) {
    case 'note': {
      const text = textIn(form, 'note');
      if (text === '' || text.length > MAX_NOTE) return { wrong: 'wrongNote' };
      records.addNote(id, text, now);
      return { done: 'recorded' };
    }
    case 'delete':
      records.setDeleted(id, true, now);
      return { done: 'deleted' };
    case 'restore':
      records.setDeleted(id, false, now);
      return { done: 'restored' };
    default: {
      const amount = readAmount(textIn(form, 'amount'));
      if (amount === undefined) return { wrong: 'wrongAmount' };
      const lost_reason = textIn(form, 'lost_reason').slice(0, MAX_REASON) || null;
      const edit = { amount, stage_id: textIn(form, 'stage'), lost_reason };
      return records.edit(id, edit, now) ? { done: 'saved' } : { wrong: 'wrongStage' };
    }
  }
}

function textIn(form: URLSearchParams, name: string): string {
  return (form.get(name) ?? '').replaceAll('\r\n', '\n').replaceAll('\0', '').trim();
}

/** Digits without separators, or in groups of three with the same separator. At most two decimals may follow. */
const forms = [
  /^(\d{1,12})(?:[.,](\d{1,2}))?$/,
  /^(\d{1,3}(?:\.\d{3}){1,3})(?:,(\d{1,2}))?$/,
  /^(\d{1,3}(?:,\d{3}){1,3})(?:\.(\d{1,2}))?$/,
  /^(\d{1,3}(?:[\u0020\u00a0\u202f]\d{3}){1,3})(?:[.,](\d{1,2}))?$/,
];

/**
 * Reads an amount as people write it in German or English: `99.999,95`, `99,999.95`, `99999,95`. Null for an empty text,
 * undefined for a text that is no amount.
 */
function readAmount(text: string): string | null | undefined {
  if (text === '') return null;
  for (const form of forms) {
    const [, whole, cents] = form.exec(text) ?? [];
    if (whole === undefined) continue;
    const digits = whole.replaceAll(/\D/g, '');
    return cents === undefined ? digits : `${digits}.${cents}`;
  }
  return undefined;
}
