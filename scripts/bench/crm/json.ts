import { parseCrmJson } from '../../../src/crm/http/crm-json.ts';
import { median } from '../drive.ts';
import type { Finding } from '../report.ts';

const ROUNDS = 9;
const TIMES = 40;
const MOST = 0.6;

const deal = (n: number) => ({
  id: n,
  title: `Projekt ${n} Muster GmbH`,
  value: n + 0.25,
  currency: 'EUR',
  status: 'open',
  stage_id: 11,
  pipeline_id: 1,
  owner_id: 501,
  probability: null,
  lost_reason: 'Zu teuer, der Wettbewerb war günstiger',
  expected_close_date: '2026-12-31',
  add_time: '2026-11-20T10:00:00Z',
  update_time: '2026-11-20T10:00:00Z',
  is_deleted: false,
  custom_fields: {},
});
const note = (n: number) => ({
  id: `${n}`,
  properties: {
    hs_note_body: '<p>Heute mit "Frau Weber" telefoniert, das Angebot liegt vor.</p>'.repeat(8),
    hs_lastmodifieddate: '2026-11-20T10:00:00.123Z',
  },
  archived: false,
});
const pages = {
  'deals with numbers': Array.from({ length: 200 }, (_, n) => deal(n)),
  'long notes': Array.from({ length: 100 }, (_, n) => note(n)),
};

/** The usual way to keep all digits: the parser passes them to a function. */
function byReviver(text: string): unknown {
  const reviver = (...[, value, context]: [string, unknown, { source?: string }?]) => {
    if (typeof value === 'number') return context?.source ?? `${value}`;
    return typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value;
  };
  return JSON.parse(text, reviver);
}

/** Compares our reader of JSON, which keeps exact numbers and bounds the depth, with the parser of Node alone. */
export function measureJson(): Finding {
  const ratios: number[] = [];
  const notes: string[] = [];
  for (const [name, records] of Object.entries(pages)) {
    const text = JSON.stringify({ records, next: null });
    const [ours, reviver]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.push(cpuOf(() => parseCrmJson(text)));
      reviver.push(cpuOf(() => byReviver(text)));
    }
    ratios.push(median(ours) / median(reviver));
    const kib = (text.length / 1024).toFixed(0);
    notes.push(
      `${name}, ${kib} KiB: ${median(ours).toFixed(0)} of ${median(reviver).toFixed(0)} µs`,
    );
  }
  const worst = Math.max(...ratios);
  return {
    name: 'crm',
    title: 'reading JSON with exact numbers, of the CPU of a reviver',
    measured: ratios.map((ratio) => ratio.toFixed(2)).join(' and '),
    required: `<= ${MOST}`,
    passed: worst <= MOST,
    notes: [`${notes.join('; ')}.`],
  };
}

/** The CPU time of one call, in microseconds. */
function cpuOf(read: () => unknown): number {
  const before = process.cpuUsage();
  for (let n = 0; n < TIMES; n += 1) read();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / TIMES;
}
