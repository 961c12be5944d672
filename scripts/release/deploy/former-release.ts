import { bash } from './run.ts';

/** The newest commit with such a subject. */
export async function commitWith(isIt: (subject: string) => boolean): Promise<string> {
  const lines = (await bash(`git log --format='%H %s'`)).trim().split('\n');
  const found = lines.find((line) => isIt(line.slice(41)));
  if (!found) throw new Error('The history has no such release');
  return found.slice(0, 40);
}

/** Writes the files of a commit into a new folder. */
export async function checkOut(commit: string, folder: string): Promise<void> {
  await bash(`rm -rf ${folder} && mkdir ${folder} && git archive ${commit} | tar -x -C ${folder}`);
}
