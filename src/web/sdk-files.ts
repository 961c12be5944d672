import { createHash } from 'node:crypto';
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
 * The packages of the SDK: those of the present version from the build, and those of earlier versions from the folder of
 * the operator (SDK_ARCHIVES). Each is read at its first request, and kept in memory. A file of an earlier version is
 * served only with the bytes of its release, because customers pin it by their hash.
 */
export class SdkFiles {
  readonly #archives: string;
  readonly #hashes: ReadonlyMap<string, string>;
  readonly #earlier = new Map<string, Buffer>();
  #build: { made: number; files: Map<string, Buffer> } | undefined;

  constructor(archives: string, hashes = releasedHashes()) {
    this.#archives = archives;
    this.#hashes = hashes;
  }

  get isBuilt(): boolean {
    return this.#made() !== undefined;
  }

  /** Returns the answer for a file. For an unknown file it returns undefined, and the documentation answers. */
  answer(requested: string): BuiltAnswer | undefined {
    const type = types[path.extname(requested)];
    if (!requested.startsWith(`${SDK_PATH}/`) || type === undefined) return undefined;
    const name = requested.slice(SDK_PATH.length + 1);
    const plain = this.#current()?.get(name) ?? this.#archived(name);
    return plain && fileAnswer({ plain, type }, headers, undefined);
  }

  #archived(name: string): Buffer | undefined {
    const kept = this.#earlier.get(name);
    const hash = this.#hashes.get(name);
    if (kept || hash === undefined) return kept;
    const content = readIfThere(path.join(this.#archives, name));
    if (content === undefined || hashOf(content) !== hash) return undefined;
    this.#earlier.set(name, content);
    return content;
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

/** The hash of each released file, as npm writes it into a lock file. */
function releasedHashes(): ReadonlyMap<string, string> {
  const file = new URL('../sdk/released.json', import.meta.url);
  return new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8'))));
}

const hashOf = (content: Buffer) =>
  `sha512-${createHash('sha512').update(content).digest('base64')}`;

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

function packagesIn(folder: string): Map<string, Buffer> {
  const names = readdirSync(folder).filter((name) => types[path.extname(name)]);
  return new Map(names.map((name) => [name, readFileSync(path.join(folder, name))]));
}
