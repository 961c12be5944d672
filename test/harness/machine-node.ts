import { execFileSync } from 'node:child_process';
import path from 'node:path';

/** Where a shell of the machine looks for programs: not in our node_modules, as under npm. */
export function machinePath(): string {
  const ours = path.join('node_modules', '.bin');
  const places = (process.env.PATH ?? '').split(path.delimiter);
  return places.filter((place) => !place.endsWith(ours)).join(path.delimiter);
}

let found = '';

/** The Node that a customer may have: not ours of node_modules, but any from 20 on (README.md). */
export function machineNode(): string {
  const env = { ...process.env, PATH: machinePath() };
  found ||= execFileSync('node', ['-p', 'process.execPath'], { env, encoding: 'utf8' }).trim();
  return found;
}
