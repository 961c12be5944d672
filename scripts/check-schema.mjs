// Prisma itself reads prisma/schema.prisma: it is valid, without a warning, and formatted.
import { prisma } from './prisma-client.mjs';

let failed = false;
for (const words of [['validate'], ['format', '--check']]) {
  const { status, stdout, stderr } = prisma(...words);
  const said = `${stdout}${stderr}`;
  if (status === 0 && !/warning/i.test(said)) continue;
  failed = true;
  console.log(`prisma ${words.join(' ')}:\n${said}`);
}
process.exit(failed ? 1 : 0);
