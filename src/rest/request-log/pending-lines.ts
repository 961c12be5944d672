import { SLOT_SECONDS } from '../../db/log-slots.ts';
import type { TeamLine } from './line.ts';

/** A row with the lines of one key in one slot, by the names of the columns. */
type Row = {
  tenant_id: string;
  slot: Date;
  id: string;
  key_id: string;
  failed: boolean;
  lines: object[];
};

const SLOT_MS = SLOT_SECONDS * 1_000;

/** The lines that wait to be written. */
export class PendingLines {
  #size = 0;
  readonly #rows = new Map<string, Row>();

  get size(): number {
    return this.#size;
  }

  add(line: TeamLine): void {
    const { at, requestId, method, route, path, status, code, why, ms, ip } = line;
    const text = { created_at: at, request_id: requestId, method, route, path, status };
    this.#rowOf(line).lines.push({ ...text, code, why, ms, ip });
    this.#size += 1;
  }

  /**
   * The parameter of `insertLines`. Empty if there is nothing to insert. Sorted by team, so that PostgreSQL touches each
   * page of the index once.
   */
  rows(): string {
    if (this.#size === 0) return '';
    const byTeam = [...this.#rows.values()].toSorted((a, b) =>
      a.tenant_id < b.tenant_id ? -1 : 1,
    );
    return JSON.stringify(byTeam);
  }

  #rowOf({ tenantId, keyId, at, code, requestId }: TeamLine): Row {
    const failed = code !== null;
    const slot = Math.floor(at.getTime() / SLOT_MS) * SLOT_MS;
    const place = `${keyId} ${slot} ${failed}`;
    const existing = this.#rows.get(place);
    if (existing) return existing;
    const names = { tenant_id: tenantId, key_id: keyId };
    const row = { ...names, slot: new Date(slot), id: requestId, failed, lines: [] };
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
