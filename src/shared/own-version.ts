import { readFileSync } from 'node:fs';
import path from 'node:path';

const packageFile = path.resolve(import.meta.dirname, '../../package.json');

/** The release that runs. It is read at the start, because an upgrade may replace the file. */
export const ownVersion: string = JSON.parse(readFileSync(packageFile, 'utf8')).version;
