// Prisma checks prisma/schema.prisma: it must be valid, formatted and without a warning. `--write`
// formats it. Prisma's own command line would first download a program that it does not need.
import { prisma } from './prisma-client.mjs';

if (process.argv.includes('--write')) prisma('format');

let failed = false;
for (const words of [['validate'], ['format', '--check']]) {
  const { status, stdout, stderr } = prisma(...words);
  const output = `${stdout}${stderr}`;
  if (status === 0 && !/warning/i.test(output)) continue;
  failed = true;
  console.log(`prisma ${words.join(' ')}:\n${output}`);
}
process.exit(failed ? 1 : 0);
