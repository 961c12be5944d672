import { execFileSync } from 'node:child_process';
import path from 'node:path';

/** The PATH of a shell on this machine, without the folder of our node_modules that npm adds. */
export function machinePath(): string {
  const ours = path.join('node_modules', '.bin');
  const places = (process.env.PATH ?? '').split(path.delimiter);
  return places.filter((place) => !place.endsWith(ours)).join(path.delimiter);
}

let found = '';

/** A Node that a customer may have: any version from 20 on (README.md), and not the one in our node_modules. */
export function machineNode(): string {
  const env = { ...process.env, PATH: machinePath() };
  found ||= execFileSync('node', ['-p', 'process.execPath'], { env, encoding: 'utf8' }).trim();
  return found;
}
