import { readAmount } from './read-amount.ts';
import type { DemoRecords } from './records.ts';

export type WrongField = 'amount' | 'stage' | 'note';
export type Done = 'saved' | 'noted' | 'deleted' | 'restored';

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
  return { done: 'noted' };
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
