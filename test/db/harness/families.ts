import { readFile } from 'node:fs/promises';

/** The headings of schema.prisma, and the tables below each. */
export async function families(): Promise<Map<string, string[]>> {
  const text = await readFile('prisma/schema.prisma', 'utf8');
  const [, ...parts] = text.split(/^\/\/ -+ /m);
  return new Map(
    parts.map((part) => [
      part.split('\n', 1)[0] ?? '',
      [...part.matchAll(/@@map\("(\w+)"\)/g)].map(([, table]) => String(table)),
    ]),
  );
}
