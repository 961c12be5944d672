// Measures how much garbage survives a collection of the young heap, for two ways to write the same closure, and for two
// maps (docs/performance.md).
//   node_modules/.bin/node scripts/bench/survivors.ts
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { RenewedMap } from '../../src/shared/renewed-map.ts';

const RUN_MS = 1_000;
/** The first collections also copy what the program itself has loaded. */
const FIRST = 3;
/** How many entries a map has at the same time. */
const ENTRIES = 20;

class Thing {
  keep: (() => Thing) | null = null;
  readonly values = Array.from({ length: 500 }, () => 1.5);
}

const map = new Map<number, Thing>();
const renewed = new RenewedMap<number, Thing>();
let made = 0;

const forms = {
  'stored at once': () => {
    const thing = new Thing();
    thing.keep = () => thing;
    return thing;
  },
  'named before it is stored': () => {
    const thing = new Thing();
    const keep = () => thing;
    thing.keep = keep;
    return thing;
  },
  'passed through a Map': () => passThrough(map),
  'passed through a RenewedMap': () => passThrough(renewed),
};

function passThrough(entries: Pick<Map<number, Thing>, 'set' | 'delete'> | typeof renewed): void {
  entries.set(made, new Thing());
  entries.delete(made - ENTRIES);
  made += 1;
}

const form = process.argv[2] as keyof typeof forms | undefined;
if (form) makeGarbage(forms[form]);
else for (const each of Object.keys(forms)) console.log(`${each}: ${survivingPercent(each)} %`);

function makeGarbage(make: () => unknown): void {
  const end = performance.now() + RUN_MS;
  // A full collection moves living objects into the old part of the heap, with the table of the map.
  setTimeout(() => globalThis.gc?.(), RUN_MS / 5);
  const some = (): void => {
    for (let i = 0; i < 50; i += 1) make();
    if (performance.now() < end) setImmediate(some);
  };
  some();
}

function survivingPercent(each: string): string {
  const file = process.argv[1] ?? '';
  const { stdout } = spawnSync(process.execPath, ['--expose-gc', '--trace-gc-nvp', file, each], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const lines = stdout.split('\n').filter((line) => line.includes(' gc=s '));
  const sum = (name: string): number =>
    lines
      .slice(FIRST)
      .map((line) => Number(new RegExp(` ${name}=(\\d+)`).exec(line)?.[1]))
      .reduce((total, bytes) => total + bytes, 0);
  return ((100 * sum('new_space_survived')) / sum('allocated')).toFixed(1);
}
