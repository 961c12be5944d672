// Loses the primary of a database under load, promotes its replica behind the same address, and says what the loss has cost. It starts PostgreSQL,
// two APIs and a worker itself. docs/performance.md has its numbers.
//
//   node_modules/.bin/node scripts/release/try-failover.ts [rounds of each kind, 3] [a word of the kinds]
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { type Drill, drill } from './failover/drill.ts';
import type { Outcome } from './failover/outcome.ts';

type Kind = Omit<Drill, 'folder'>;

const kinds: Record<string, Kind> = {
  'killed, promoted at once': { loss: 'killed', isSynchronous: false, promotedAfterMs: 0 },
  'killed, promoted after 10 s': { loss: 'killed', isSynchronous: false, promotedAfterMs: 10_000 },
  'killed, synchronous replica': { loss: 'killed', isSynchronous: true, promotedAfterMs: 0 },
  'killed, comes back as primary': {
    loss: 'killed',
    isSynchronous: false,
    promotedAfterMs: 0,
    comesBack: true,
  },
  'frozen, goes on as primary': {
    loss: 'frozen',
    isSynchronous: false,
    promotedAfterMs: 1_000,
    comesBack: true,
  },
  'stopped, then promoted': { loss: 'stopped', isSynchronous: false, promotedAfterMs: 0 },
};

const rounds = Number(process.argv[2] ?? 3);
const rows: string[][] = [];
const word = process.argv[3] ?? '';
for (const [name, kind] of Object.entries(kinds).filter(([each]) => each.includes(word))) {
  for (let round = 1; round <= rounds; round += 1) {
    const outcome = await drilled(kind);
    rows.push([name, ...cells(outcome)]);
    console.log(rows.at(-1)?.join(' | '));
    if (isBad(outcome, kind)) process.exitCode = 1;
    const wrong = new Set(outcome.wrong.map((answer) => answer.slice(0, 200)));
    for (const answer of [...wrong].slice(0, 10)) console.error(`  wrong: ${answer}`);
  }
}
const titles =
  'loss,promoted after,first write after,first read after,writes answered,lost,twice,503,slowest answer,webhooks missing,webhooks of lost writes,ready without restart,wrong answers';
const head = titles.split(',');
console.log(`\n${[head, head.map(() => '---'), ...rows].map(line).join('\n')}`);

function line(texts: string[]): string {
  return `| ${texts.join(' | ')} |`;
}

async function drilled(kind: Kind): Promise<Outcome> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'team-api-failover-'));
  chmodSync(folder, 0o711);
  try {
    return await drill({ ...kind, folder });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function cells(outcome: Outcome): string[] {
  const { promotedAfter, firstWrite, firstRead, answered, lost, double, refusals } = outcome;
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(2)} s`;
  return [
    ...[promotedAfter, firstWrite, firstRead].map(seconds),
    ...[answered, lost, double, refusals].map(String),
    seconds(outcome.slowest),
    ...[outcome.unsent, outcome.sentOfLost].map(String),
    outcome.isRecovered ? 'yes' : 'NO',
    String(outcome.wrong.length),
  ];
}

function isBad(outcome: Outcome, { isSynchronous }: Kind): boolean {
  const { lost, double, unsent, isRecovered, wrong } = outcome;
  return (
    (isSynchronous && lost > 0) || double > 0 || unsent > 0 || !isRecovered || wrong.length > 0
  );
}
