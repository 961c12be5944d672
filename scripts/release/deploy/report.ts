/** A row of the table that try-deploy.ts prints: what was tried, what came out, and how long it took. */
type Row = { what: string; outcome: string; seconds: number | undefined; isGood: boolean };

const rows: Row[] = [];

/** Does one step, and adds its row. `work` returns what came out, and throws if it is not as it must be. */
export async function step(what: string, work: () => Promise<string> | string): Promise<void> {
  const begun = performance.now();
  try {
    const outcome = await work();
    add({ what, outcome, seconds: (performance.now() - begun) / 1000, isGood: true });
  } catch (error) {
    const outcome = error instanceof Error ? error.message : String(error);
    add({ what, outcome, seconds: undefined, isGood: false });
  }
}

function add(row: Row): void {
  rows.push(row);
  if (!row.isGood) process.exitCode = 1;
  console.log(textOf(row));
}

/** Fails a step. */
export function require(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}

const textOf = ({ what, outcome, seconds, isGood }: Row) =>
  `${isGood ? 'good  ' : 'FAILED'} ${what}: ${outcome}${seconds === undefined ? '' : ` (${seconds.toFixed(1)} s)`}`;

export function printTable(): void {
  console.log('\n| what | outcome | seconds |\n|---|---|---|');
  for (const { what, outcome, seconds, isGood } of rows) {
    const shown = outcome.replaceAll(/\s+/g, ' ').slice(0, 300);
    console.log(`| ${what} | ${isGood ? '' : 'FAILED: '}${shown} | ${seconds?.toFixed(1) ?? ''} |`);
  }
}
