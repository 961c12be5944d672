export type Outcome = 'good' | 'FAILED' | 'not installed';

/** Prints a line for one attempt. After a failure it also prints the output, and the whole script fails. */
export function reportOutcome(outcome: Outcome, name: string, output = ''): void {
  console.log(`${outcome.padEnd(14)}${name}`);
  if (outcome !== 'FAILED') return;
  console.error(output);
  process.exitCode = 1;
}
