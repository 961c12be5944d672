import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { keepLatest, readKept } from '../../shared/process/kept-text.ts';
import { type DemoContent, type DemoDeal, demoContent, numberOf } from '../demo/crm-content.ts';
import { outcomeOf, stagesOf } from '../demo/crm-sales.ts';

/** The records of the demo's CRM. Each edit is on the disk before anybody sees it. */
export class DemoRecords {
  /** True if nobody has opened these records before. */
  readonly areNew: boolean;
  readonly #file: string;
  #content: DemoContent;

  /** Reads the stored records, or begins with those of `first`. */
  constructor(dataDir: string, first: () => DemoContent) {
    this.#file = path.join(dataDir, 'demo-crm.json');
    const kept = readKept(this.#file);
    this.areNew = !kept;
    this.#content = kept ? demoContent.parse(JSON.parse(kept)) : first();
    if (kept) return;
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    this.#keep(this.#content);
  }

  get content(): DemoContent {
    return this.#content;
  }

  /** Stores the time of the edit too: synchronizations find changes by it. */
  change(id: string, now: Date, fields: Partial<DemoDeal>, notes = this.#content.notes): void {
    const deals = this.#content.deals.map((each) =>
      each.id === id ? { ...each, ...fields, changed_at: now.toISOString() } : each,
    );
    this.#keep({ ...this.#content, deals, notes });
  }

  #keep(next: DemoContent): void {
    keepLatest(this.#file, JSON.stringify(next, null, 2));
    this.#content = next;
  }
}

/** What was done, or why nothing was: the name of its text. */
type Taken =
  | { done: 'saved' | 'recorded' | 'deleted' | 'restored' }
  | { wrong: 'wrongAmount' | 'wrongStage' | 'wrongNote' };

const MAX_NOTE = 2_000;
const MAX_REASON = 200;

/** Carries out the form of a deal. */
export function takeForm(
  records: DemoRecords,
  { id, pipeline_id }: DemoDeal,
  form: URLSearchParams,
  now: Date,
): Taken {
  const { notes } = records.content;
  const at = now.toISOString();
  const entered = (name: string) =>
    (form.get(name) ?? '').replaceAll('\r\n', '\n').replaceAll('\0', '').trim();
  const action = form.get('action');
  if (action === 'note') {
    const text = entered('note');
    if (text === '' || text.length > MAX_NOTE) return { wrong: 'wrongNote' };
    const number = Math.max(1999, ...notes.map((note) => numberOf(note.id))) + 1;
    const added = { id: `N-${number}`, deal_id: id, text, written_at: at, changed_at: at };
    records.change(id, now, { last_activity_at: at }, [...notes, added]);
    return { done: 'recorded' };
  }
  if (action === 'delete' || action === 'restore') {
    // A note is deleted and comes back together with its deal.
    const touched = notes.map((each) => (each.deal_id === id ? { ...each, changed_at: at } : each));
    records.change(id, now, { is_deleted: action === 'delete' }, touched);
    return { done: `${action}d` };
  }
  const amount = readAmount(entered('amount'));
  if (amount === undefined) return { wrong: 'wrongAmount' };
  const stage = stagesOf(pipeline_id).find((each) => each.id === entered('stage'));
  if (!stage) return { wrong: 'wrongStage' };
  // Only a lost deal has a lost reason.
  const isLost = outcomeOf(stage) === 'lost';
  const lost_reason = isLost ? entered('lost_reason').slice(0, MAX_REASON) || null : null;
  records.change(id, now, { amount, stage_id: stage.id, lost_reason, last_activity_at: at });
  return { done: 'saved' };
}

/** Digits without separators, or in groups of three with the same separator. At most two decimals may follow. */
const AMOUNT = /^(\d{1,12}|\d{1,3}([., ])\d{3}(?:\2\d{3}){0,2}(?!\2))(?:[.,](\d{1,2}))?$/;

/**
 * Reads an amount as people write it in German or English: `99.999,95`, `99,999.95`, `99999,95`. Null for an empty text,
 * undefined for a text that is no amount.
 */
function readAmount(text: string): string | null | undefined {
  if (text === '') return null;
  const [, whole, , cents] = AMOUNT.exec(text.replaceAll(/[\u00a0\u202f]/g, ' ')) ?? [];
  const digits = whole?.replaceAll(/\D/g, '');
  return cents === undefined ? digits : `${digits}.${cents}`;
}
