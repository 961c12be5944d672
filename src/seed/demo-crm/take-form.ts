import type { DemoRecords } from './records.ts';

export type WrongField = 'amount' | 'stage' | 'note';
export type Done = 'saved' | 'recorded' | 'deleted' | 'restored';

const MAX_NOTE = 2_000;
const MAX_REASON = 200;

/** Carries out the form of a deal. */
export function takeForm(
  records: DemoRecords,
  { id, form, now }: { id: string; form: URLSearchParams; now: Date },
): { done: Done } | { wrong: WrongField } {
  switch (form.get('action')) {
    case 'note':
      return addNote(records, { id, text: textIn(form, 'note'), now });
    case 'delete':
      records.setDeleted(id, true, now);
      return { done: 'deleted' };
    case 'restore':
      records.setDeleted(id, false, now);
      return { done: 'restored' };
    default:
      return save(records, { id, form, now });
  }
}

function addNote(
  records: DemoRecords,
  { id, text, now }: { id: string; text: string; now: Date },
): { done: Done } | { wrong: WrongField } {
  if (text === '' || text.length > MAX_NOTE) return { wrong: 'note' };
  records.addNote(id, text, now);
  return { done: 'recorded' };
}

function save(
  records: DemoRecords,
  { id, form, now }: { id: string; form: URLSearchParams; now: Date },
): { done: Done } | { wrong: WrongField } {
  const amount = readAmount(textIn(form, 'amount'));
  if (amount === undefined) return { wrong: 'amount' };
  const edit = {
    amount,
    stage_id: textIn(form, 'stage'),
    lost_reason: textIn(form, 'lost_reason').slice(0, MAX_REASON) || null,
  };
  return records.edit(id, edit, now) ? { done: 'saved' } : { wrong: 'stage' };
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
