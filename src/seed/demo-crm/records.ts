import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { keepLatest, readKept } from '../../shared/process/kept-text.ts';
import { type DemoContent, type DemoDeal, demoContent, numberOf } from '../demo/crm-content.ts';
import { stageOf, stagesOf } from '../demo/crm-sales.ts';

type DealEdit = Pick<DemoDeal, 'amount' | 'stage_id' | 'lost_reason'>;

/** The name of the file in DATA_DIR. */
const FILE = 'demo-crm.json';

/**
 * The records of the demo's CRM. Each edit is on the disk before anybody sees it, and stores its time. Synchronizations
 * find changes by this time.
 */
export class DemoRecords {
  readonly #file: string;
  /** True if nobody has opened these records before. */
  readonly areNew: boolean;
  #content: DemoContent;

  private constructor(file: string, first: DemoContent, areNew: boolean) {
    this.#file = file;
    this.#content = first;
    this.areNew = areNew;
  }

  /** Reads the stored records, or begins with those of `first`. */
  static open(dataDir: string, first: () => DemoContent): DemoRecords {
    const file = path.join(dataDir, FILE);
    const kept = readKept(file);
    if (kept) return new DemoRecords(file, demoContent.parse(JSON.parse(kept)), false);
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const records = new DemoRecords(file, first(), true);
    records.#keep(records.#content);
    return records;
  }

  get content(): DemoContent {
    return this.#content;
  }

  /** False if the pipeline has no such stage. */
  edit(id: string, edit: DealEdit, now: Date): boolean {
    const found = this.#content.deals.find((deal) => deal.id === id);
    if (!found || !stagesOf(found.pipeline_id).some((stage) => stage.id === edit.stage_id)) {
      return false;
    }
    // Only a lost deal has a lost reason.
    const isLost = stageOf({ ...found, ...edit })?.probability === 0;
    const lost_reason = isLost ? edit.lost_reason : null;
    this.#change(id, now, { ...edit, lost_reason, last_activity_at: now.toISOString() });
    return true;
  }

  addNote(dealId: string, text: string, now: Date): void {
    const at = now.toISOString();
    const numbers = this.#content.notes.map(({ id }) => numberOf(id));
    const id = `N-${Math.max(1999, ...numbers) + 1}`;
    const added = { id, deal_id: dealId, text, written_at: at, changed_at: at };
    this.#keep({ ...this.#content, notes: [...this.#content.notes, added] });
    this.#change(dealId, now, { last_activity_at: at });
  }

  /** Deletes a deal or restores it, with its notes. */
  setDeleted(id: string, is_deleted: boolean, now: Date): void {
    const changed_at = now.toISOString();
    const notes = this.#content.notes.map((each) =>
      each.deal_id === id ? { ...each, changed_at } : each,
    );
    this.#keep({ ...this.#content, notes });
    this.#change(id, now, { is_deleted });
  }

  #change(id: string, now: Date, fields: Partial<DemoDeal>): void {
    const changed_at = now.toISOString();
    const deals = this.#content.deals.map((each) =>
      each.id === id ? { ...each, ...fields, changed_at } : each,
    );
    this.#keep({ ...this.#content, deals });
  }

  #keep(next: DemoContent): void {
    keepLatest(this.#file, JSON.stringify(next, null, 2));
    this.#content = next;
  }
}
