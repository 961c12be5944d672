import { SLOT_SECONDS } from '../../db/log-slots.ts';
import type { TeamLine } from './line.ts';

/** A row with the lines of one key in one slot. */
type Row = {
  tenantId: string;
  /** The other columns as JSON, without the end of the object. */
  columns: string;
  /** Each as JSON. */
  lines: string[];
};

const SLOT_MS = SLOT_SECONDS * 1_000;

/**
 * The lines that wait to be written. A line becomes JSON when it is added: thousands at once would hold up all requests for
 * tens of milliseconds.
 */
export class PendingLines {
  #size = 0;
  readonly #rows = new Map<string, Row>();

  get size(): number {
    return this.#size;
  }

  add(line: TeamLine): void {
    const { at, requestId, method, route, path, status, code, why, ms, ip } = line;
    const text = { created_at: at, request_id: requestId, method, route, path, status };
    this.#rowOf(line).lines.push(JSON.stringify({ ...text, code, why, ms, ip }));
    this.#size += 1;
  }

  /**
   * The parameter of `insertLines`. Empty if there is nothing to insert. Sorted by team, so that PostgreSQL touches each
   * page of the index once.
   */
  rows(): string {
    if (this.#size === 0) return '';
    const byTeam = [...this.#rows.values()].toSorted((a, b) => (a.tenantId < b.tenantId ? -1 : 1));
    return `[${byTeam.map(({ columns, lines }) => `${columns},"lines":[${lines.join()}]}`).join()}]`;
  }

  #rowOf({ tenantId, keyId, at, code, requestId }: TeamLine): Row {
    const failed = code !== null;
    const slot = Math.floor(at.getTime() / SLOT_MS) * SLOT_MS;
    const place = `${keyId} ${slot} ${failed}`;
    const existing = this.#rows.get(place);
    if (existing) return existing;
    const ids = { tenant_id: tenantId, key_id: keyId, id: requestId };
    const columns = JSON.stringify({ ...ids, slot: new Date(slot), failed }).slice(0, -1);
    const row: Row = { tenantId, columns, lines: [] };
    this.#rows.set(place, row);
    return row;
  }
}

export const insertLines = {
  name: 'insert request log',
  text: `insert into request_log (tenant_id, slot, id, key_id, failed, lines)
    select r.tenant_id, r.slot, r.id, r.key_id, r.failed, r.lines
    from json_populate_recordset(null::request_log, $1::json) r`,
};
