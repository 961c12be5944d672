import path from 'node:path';
import { keepLatest, readKept } from './kept-text.ts';

const fileIn = (dataDir: string) => path.join(dataDir, 'server-url');

/** Tells the operator's commands at which URL people reach the server of this folder: the commands may have another `PORT`. */
export function keepServerUrl(dataDir: string, url: string): void {
  keepLatest(fileIn(dataDir), url);
}

/** The URL of the latest start. Undefined if no server has started in this folder. */
export function keptServerUrl(dataDir: string): string | undefined {
  return readKept(fileIn(dataDir));
}
