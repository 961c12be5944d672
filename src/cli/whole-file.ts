import { open, rename, rm, stat } from 'node:fs/promises';
import { UsageError } from '../shared/errors/usage-error.ts';

/**
 * Writes lines into a new file. The file gets its name only when it is whole and on the disk.
 * Returns the number of lines.
 */
export async function writeWholeFile(
  file: string,
  lines: AsyncIterable<string[]>,
): Promise<number> {
  if (await stat(file).catch(() => undefined)) throw new UsageError(`${file} exists already.`);
  const part = `${file}.part`;
  const handle = await open(part, 'w', 0o600);
  let count = 0;
  try {
    for await (const some of lines) {
      await handle.appendFile(some.map((line) => `${line}\n`).join(''));
      count += some.length;
    }
    await handle.sync();
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  await rename(part, file);
  return count;
}
