import { BinaryValues } from '../../db/binary-values.ts';
import { SLOT_SECONDS } from '../../db/log-slots.ts';
import type { KnownLine } from './line.ts';

/** The lines of one key in one slot, for a row of their own. */
type Part = {
  tenantId: string;
  keyId: string;
  slot: number;
  failed: boolean;
  /** The request id of the first line. */
  id: string;
  /** Where each line begins and ends in the bytes of all lines. */
  places: number[];
};

const SLOT_MS = SLOT_SECONDS * 1_000;
const FEW_BYTES = 16_000;
/**
 * The bytes that a line needs at most without its `why`, and a row without its lines: both have few and short
 * texts.
 */
const ROOM_OF_LINE = 2_000;
const ROOM_OF_ROW = 400;
const MOST_BYTES_OF_CHARACTER = 3;

const COLUMNS = 6;
const FIELDS = 10;
/** The numbers of the types of PostgreSQL. PostgreSQL checks the fields of a line by them. */
const TEXT = 25;
const [SMALLINT, INTEGER] = [21, 23];
const [TIMESTAMPTZ, UUID, JSONB] = [1184, 2950, 3802];
/**
 * The type of the column, which is our own type. Our types have another number in each database, so we give
 * none.
 */
const OURS = 0;

/**
 * The lines that wait to be written, in the bytes that PostgreSQL will get. Nothing else of a request stays
 * in memory.
 */
export class PendingLines {
  #size = 0;
  readonly #lines = new BinaryValues(FEW_BYTES);
  readonly #parts: Part[] = [];
  /** The latest part of each key, to which the next line is added. */
  readonly #latest = { ok: new Map<string, Part>(), failed: new Map<string, Part>() };

  get size(): number {
    return this.#size;
  }

  add(line: KnownLine): void {
    const { places } = this.#partOf(line);
    places.push(this.#lines.length);
    writeLine(this.#lines, line);
    places.push(this.#lines.length);
    this.#size += 1;
  }

  /** The rows for `copyLines`, sorted by team, so that PostgreSQL touches each page of the index once. */
  rows(): Buffer {
    const byTeam = this.#parts.toSorted((a, b) => {
      if (a.tenantId === b.tenantId) return 0;
      return a.tenantId < b.tenantId ? -1 : 1;
    });
    const rows = new BinaryValues(this.#lines.length + this.#parts.length * ROOM_OF_ROW);
    for (const part of byTeam) writeRow(rows, part, this.#lines);
    return rows.written;
  }

  #partOf({ tenantId, keyId, at, code, requestId }: KnownLine): Part {
    const latest = code === null ? this.#latest.ok : this.#latest.failed;
    const slot = Math.floor(at.getTime() / SLOT_MS) * SLOT_MS;
    const part = latest.get(keyId);
    if (part?.slot === slot) return part;
    const next = { tenantId, keyId, slot, failed: code !== null, id: requestId, places: [] };
    latest.set(keyId, next);
    this.#parts.push(next);
    return next;
  }
}

export const copyLines =
  'copy request_log (tenant_id, slot, id, key_id, failed, lines) from stdin (format binary)';

function writeRow(rows: BinaryValues, part: Part, lines: BinaryValues): void {
  rows.count16(COLUMNS);
  rows.text(part.tenantId);
  rows.time(part.slot);
  rows.uuid(part.id);
  rows.text(part.keyId);
  rows.boolean(part.failed);
  const begin = rows.begin();
  // The array of the lines has one dimension and no nulls. Its header has its type, its length, and the
  // number of its first element.
  for (const number of [1, 0, OURS, part.places.length / 2, 1]) rows.count32(number);
  for (let n = 0; n < part.places.length; n += 2) {
    rows.copyOf(lines, part.places[n] ?? 0, part.places[n + 1] ?? 0);
  }
  rows.end(begin);
}

function writeLine(lines: BinaryValues, line: KnownLine): void {
  const why = line.why === null ? null : JSON.stringify(line.why);
  lines.reserve(ROOM_OF_LINE + MOST_BYTES_OF_CHARACTER * (why?.length ?? 0));
  const begin = lines.begin();
  lines.count32(FIELDS);
  lines.count32(TIMESTAMPTZ);
  lines.time(line.at.getTime());
  lines.count32(UUID);
  lines.uuid(line.requestId);
  lines.count32(TEXT);
  lines.text(line.method);
  lines.count32(TEXT);
  lines.text(line.route);
  lines.count32(TEXT);
  lines.text(line.path);
  lines.count32(SMALLINT);
  lines.int16(line.status);
  lines.count32(TEXT);
  lines.text(line.code);
  lines.count32(JSONB);
  lines.json(why);
  lines.count32(INTEGER);
  lines.int32(line.ms);
  lines.count32(TEXT);
  lines.text(line.ip);
  lines.end(begin);
}
