import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { type BuiltAnswer, fileAnswer } from './built-files.ts';
import { DOCS_PATH } from './docs-site.ts';

/** The path from which customers install the SDK. */
const SDK_PATH = `${DOCS_PATH}/sdk`;

/** Where scripts/sdk-build.mjs puts the packages. */
const BUILD = path.resolve(import.meta.dirname, '../../dist/sdk');
const STAMP = '.made-from';
/** The files that pip and npm install. */
const types: Record<string, string> = { '.tgz': 'application/gzip', '.whl': 'application/zip' };
/** A released file never changes. Before its release, a new build may change it. */
const headers = { 'Cache-Control': 'no-cache', 'Access-Control-Allow-Origin': '*' };

/**
 * The built packages of the SDK. They are read at the first request, and again after a new build. All of them
 * are in memory: nobody can ask for another file.
 */
export class SdkFiles {
  #build: { made: number; files: Map<string, Buffer> } | undefined;

  get isBuilt(): boolean {
    return this.#made() !== undefined;
  }

  /** Returns the answer for a file. For an unknown file it returns undefined, and the documentation answers. */
  answer(requested: string): BuiltAnswer | undefined {
    const type = types[path.extname(requested)];
    if (!requested.startsWith(`${SDK_PATH}/`) || type === undefined) return undefined;
    const plain = this.#current()?.get(requested.slice(SDK_PATH.length + 1));
    return plain && fileAnswer({ plain, type }, headers, undefined);
  }

  #current(): Map<string, Buffer> | undefined {
    const made = this.#made();
    if (made === undefined) return undefined;
    if (this.#build?.made !== made) this.#build = { made, files: packagesIn(BUILD) };
    return this.#build.files;
  }

  #made(): number | undefined {
    return statSync(path.join(BUILD, STAMP), { throwIfNoEntry: false })?.mtimeMs;
  }
}

function packagesIn(folder: string): Map<string, Buffer> {
  const names = readdirSync(folder).filter((name) => types[path.extname(name)]);
  return new Map(names.map((name) => [name, readFileSync(path.join(folder, name))]));
}
