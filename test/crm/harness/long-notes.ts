import type { SourceNote } from '../../../src/crm/connector.ts';
import { aNote, type PlainCrm } from './plain-crm.ts';

/** Notes of which the pages have only the beginning, and their whole texts. */
export class LongNotes {
  readonly #crm: PlainCrm;
  readonly texts = new Map<string, string | null>();
  /** The ids of the notes whose text was asked for. */
  readonly requests: string[] = [];
  /** Runs before each text. May throw. */
  before: (id: string) => Promise<void> | void = () => undefined;

  constructor(crm: PlainCrm) {
    this.#crm = crm;
    crm.connector.wholeText = async (_, id) => {
      this.requests.push(id);
      await this.before(id);
      return this.texts.get(id) ?? null;
    };
  }

  add(id: string, dealId: string, whole: string, fields: Partial<SourceNote> = {}): void {
    this.#crm.notes = this.#crm.notes.filter(({ externalId }) => externalId !== id);
    const [beginning = ''] = whole.split(' | ');
    this.#crm.notes.push({ ...aNote(id, dealId, beginning), isCut: true, ...fields });
    this.texts.set(id, whole);
  }

  /** The ids of the notes whose text was asked for since the last call. */
  newRequests(): string[] {
    return this.requests.splice(0);
  }
}
