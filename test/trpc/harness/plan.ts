import { readFileSync } from 'node:fs';

type Planned = { who: string; proof: string; rest: string };

/** The tables of docs/app.md, by procedure. */
export function planOfRecord(): Map<string, Planned> {
  const plan = new Map<string, Planned>();
  for (const line of readFileSync('docs/app.md', 'utf8').split('\n')) {
    const [, name = '', who = '', proof = '', rest = ''] = line
      .split('|')
      .map((cell) => cell.trim());
    if (/^\w+\.\w+$/.test(name)) plan.set(name, { who, proof, rest });
  }
  return plan;
}
