// How much garbage survives a collection of the young heap, for two ways to write the same closure
// (docs/performance.md).
//   node_modules/.bin/node scripts/bench/survivors.ts
import { spawnSync } from 'node:child_process';
import process from 'node:process';

const RUN_MS = 1_000;
/** The first collections also copy what the program itself has loaded. */
const FIRST = 3;

class Thing {
  keep: (() => Thing) | null = null;
  readonly values = Array.from({ length: 500 }, () => 1.5);
}

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
};

const form = process.argv[2] as keyof typeof forms | undefined;
if (form) makeGarbage(forms[form]);
else for (const each of Object.keys(forms)) console.log(`${each}: ${survivingPercent(each)} %`);

function makeGarbage(make: () => Thing): void {
  const end = performance.now() + RUN_MS;
  const some = (): void => {
    for (let i = 0; i < 50; i += 1) make();
    if (performance.now() < end) setImmediate(some);
  };
  some();
}

function survivingPercent(each: string): string {
  const file = process.argv[1] ?? '';
  const { stdout } = spawnSync(process.execPath, ['--trace-gc-nvp', file, each], {
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
