import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
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
 * the operator (SDK_ARCHIVES). These are read at their first request, and all are kept in memory. A file of an earlier version is
 * served only with the bytes of its release, because customers pin it by their hash.
 */
export class SdkFiles {
  readonly #archives: string;
  readonly #folder: string;
  #build: Build | undefined;

  constructor(archives: string, folder = BUILD) {
    this.#archives = archives;
    this.#folder = folder;
  }

  get isBuilt(): boolean {
    return this.#made() !== undefined;
  }

  /** The released files that are neither built nor in the folder of the operator. */
  get missing(): string[] {
    const { files, hashes } = this.#current() ?? {};
    const isThere = (name: string) =>
      files?.has(name) || existsSync(path.join(this.#archives, name));
    return [...(hashes?.keys() ?? [])].filter((name) => !isThere(name));
  }

  /** Returns the answer for a file. For an unknown file it returns undefined, and the documentation answers. */
  answer(requested: string): BuiltAnswer | undefined {
    const type = types[path.extname(requested)];
    if (!requested.startsWith(`${SDK_PATH}/`) || type === undefined) return undefined;
    const plain = this.#fileNamed(requested.slice(SDK_PATH.length + 1));
    return plain && fileAnswer({ plain, type }, headers, undefined);
  }

  #fileNamed(name: string): Buffer | undefined {
    const build = this.#current();
    const known = build?.files.get(name);
    const hash = build?.hashes.get(name);
    if (known || !build || hash === undefined) return known;
    const content = readIfThere(path.join(this.#archives, name));
    if (content === undefined || hashOf(content) !== hash) return undefined;
    build.files.set(name, content);
    return content;
  }

  #current(): Build | undefined {
    const made = this.#made();
    if (made === undefined) return undefined;
    if (this.#build?.made !== made) this.#build = { made, ...buildIn(this.#folder) };
    return this.#build;
  }

  #made(): number | undefined {
    return statSync(path.join(this.#folder, STAMP), { throwIfNoEntry: false })?.mtimeMs;
  }
}

/** `hashes`: those of all released files, as npm writes them into a lock file. */
type Build = { made: number; files: Map<string, Buffer>; hashes: Map<string, string> };

const hashOf = (content: Buffer) =>
  `sha512-${createHash('sha512').update(content).digest('base64')}`;

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

function buildIn(folder: string): Omit<Build, 'made'> {
  const names = readdirSync(folder).filter((name) => types[path.extname(name)]);
  const released = JSON.parse(String(readIfThere(path.join(folder, 'released.json')) ?? '{}'));
  return {
    files: new Map(names.map((name) => [name, readFileSync(path.join(folder, name))])),
    hashes: new Map(Object.entries(released)),
  };
}
