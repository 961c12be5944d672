import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { release } from '../../../src/sdk/model/release.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/** Puts the built package where the programs of a folder find it, as if npm had installed it. */
export function linkSdk(folder: string): void {
  const modules = path.join(folder, 'node_modules');
  mkdirSync(modules, { recursive: true });
  symlinkSync(path.join(root, 'dist/sdk/typescript'), path.join(modules, release.name));
  symlinkSync(path.join(root, 'node_modules/express'), path.join(modules, 'express'));
}
