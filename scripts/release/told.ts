export type Outcome = 'good' | 'FAILED' | 'not installed';

/** Prints a line for what was tried, and what it said if it failed. A failure fails the whole script. */
export function told(outcome: Outcome, name: string, said = ''): void {
  console.log(`${outcome.padEnd(14)}${name}`);
  if (outcome !== 'FAILED') return;
  console.error(said);
  process.exitCode = 1;
}
