import type { Round } from './drive.ts';

export type Finding = {
  name: string;
  title: string;
  ratio?: number;
  /** Shown in place of the ratio. */
  measured?: string;
  required: string;
  passed: boolean;
  /** The product first, then the rival. */
  sides?: Record<string, Round>;
  memory?: { few: number; many: number };
  /** Lines below the table. */
  notes?: string[];
};

type Bounded = Pick<Finding, 'ratio' | 'measured' | 'required' | 'passed'>;

export const atLeast = (ratio: number, bound: number): Bounded => ({
  ratio,
  required: `>= ${bound.toFixed(2)}`,
  passed: ratio >= bound,
});

export const atMost = (ratio: number, bound: number): Bounded => ({
  ratio,
  required: `<= ${bound.toFixed(2)}`,
  passed: ratio <= bound,
});

/** A value of its own unit, which may be at most `bound`. */
export const upTo = (value: number, bound: number, unit: 'ms' | 's' | '%'): Bounded => ({
  measured: `${value.toFixed(1)} ${unit}`,
  required: `<= ${bound} ${unit}`,
  passed: value <= bound,
});

const heads = [
  'work',
  'rps',
  'rival rps',
  'result',
  'required',
  'CPU',
  'CPU ms/request (server)',
  '(PostgreSQL)',
  'p50 ms',
  'p99 ms',
  '',
];

const number = (value: number | undefined, digits: number) =>
  value === undefined || Number.isNaN(value) ? '-' : value.toFixed(digits);

/** The CPU time of a request, server and PostgreSQL, of the rival's. A busy machine changes it least. */
function cpuRatio([ours, theirs]: Round[]): number | undefined {
  const cpu = (round?: Round) => round && round.serverCpuMs + round.postgresCpuMs;
  const [a, b] = [cpu(ours), cpu(theirs)];
  return a === undefined || b === undefined ? undefined : a / b;
}

function cells(finding: Finding, isBusy: boolean): string[] {
  const sides = Object.values(finding.sides ?? {});
  const [a, b] = sides;
  const both = (value: (round: Round) => number, digits: number) =>
    sides.map((round) => number(value(round), digits)).join(' / ') || '-';
  const { memory } = finding;
  if (isBusy) {
    const cells = heads.map(() => '-');
    cells[0] = finding.title;
    cells[heads.indexOf('CPU')] = number(cpuRatio(sides), 2);
    return [...cells.slice(0, -1), 'busy'];
  }
  return [
    memory
      ? `${finding.title} (${number(memory.few, 1)} -> ${number(memory.many, 1)} MiB)`
      : finding.title,
    number(a?.rps, 0),
    number(b?.rps, 0),
    finding.measured ?? number(finding.ratio, 2),
    finding.required,
    number(cpuRatio(sides), 2),
    both(({ serverCpuMs }) => serverCpuMs, 3),
    both(({ postgresCpuMs }) => postgresCpuMs, 3),
    both(({ p50 }) => p50, 1),
    both(({ p99 }) => p99, 1),
    finding.passed ? 'pass' : 'FAIL',
  ];
}

/** Prints a Markdown table and its notes, ready for docs/performance.md. */
export function printReport(findings: Finding[], isBusy: boolean): void {
  const rows = [heads, ...findings.map((finding) => cells(finding, isBusy))];
  const widths = heads.map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  const line = (row: string[]) => `| ${row.map((c, i) => c.padEnd(widths[i] ?? 0)).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  const [head = '', ...body] = rows.map(line);
  console.log([head, rule, ...body].join('\n'));
  for (const { name, notes = [] } of findings) {
    for (const note of notes) console.log(`\n\`${name}\`: ${note}`);
  }
}
