// What all builds share: when a build is up to date, how it runs in a process of its own, and how its files appear all at
// once. The builds of the app and of the documentation share more.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const shared = fileURLToPath(import.meta.url);
export const root = path.resolve(path.dirname(shared), '..');

/** For Vite: each build has all its settings in its script, and reads no other file for them. */
export const ownSettings = { configFile: false, envDir: false, publicDir: false, logLevel: 'warn' };

/** For Vite: how the code for browsers is built, and the browsers that the pages are built for. */
export const forBrowsers = {
  target: ['chrome120', 'firefox121', 'safari17'],
  // The content security policy of the app's page allows `data:` for pictures only.
  assetsInlineLimit: 0,
  modulePreload: { polyfill: false },
  reportCompressedSize: false,
  // Says which files a page loads: for the pages of the documentation, and for a test of the app.
  manifest: '.manifest.json',
};

/** A build. `inputs` returns its sources, relative to the project's root. */
export class Build {
  #name;
  #script;
  #output;
  #inputs;

  constructor({ name, script, output, inputs }) {
    this.#name = name;
    this.#script = script;
    this.#output = path.join(root, output);
    this.#inputs = inputs;
  }

  isCurrent(packages) {
    try {
      const stamp = path.join(this.#output, '.made-from');
      return readFileSync(stamp, 'utf8') === this.#fingerprint(packages);
    } catch {
      return false;
    }
  }

  /** Runs the build in a process of its own, on the product's Node. */
  runAside(packages) {
    const started = Date.now();
    console.error(`Building ${this.#name} ...`);
    const node = path.join(root, 'node_modules/.bin/node');
    const { status, stdout, stderr, error } = spawnSync(
      node,
      [this.#script, '--packages', packages],
      { cwd: root, encoding: 'utf8' },
    );
    if (status === 0) {
      console.error(`Built in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
      return;
    }
    process.stderr.write(`${stdout ?? ''}${stderr ?? ''}`);
    console.error(`Could not build ${this.#name}: ${error?.message ?? `exit ${status}`}`);
  }

  /** Builds in another folder and renames it, so that no process reads half a build. */
  async make(packages, fill) {
    const madeFrom = this.#fingerprint(packages);
    const beside = `${this.#output}.${process.pid}`;
    const old = `${beside}.old`;
    mkdirSync(path.dirname(this.#output), { recursive: true });
    try {
      await fill(beside);
      // The stamp is part of the build, so that they appear and disappear together.
      writeFileSync(path.join(beside, '.made-from'), madeFrom);
      try {
        renameSync(this.#output, old);
      } catch (error) {
        if (error.code !== 'ENOENT') throw error;
      }
      renameSync(beside, this.#output);
    } finally {
      for (const folder of [beside, old]) rmSync(folder, { recursive: true, force: true });
    }
  }

  #fingerprint(packages) {
    const hash = createHash('sha256').update(packages);
    for (const script of [this.#script, shared]) hash.update(readFileSync(script));
    for (const file of this.#inputs().sort()) {
      hash
        .update(file)
        .update('\0')
        .update(readFileSync(path.join(root, file)))
        .update('\0');
    }
    return hash.digest('hex');
  }
}

export function filesIn(folder, wanted = () => true) {
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .filter(wanted);
}

/** The arguments after `--packages`, with which `runAside` calls this process. */
export function requestedPackages() {
  const index = process.argv.indexOf('--packages');
  return index < 0 ? 'by hand' : (process.argv[index + 1] ?? '');
}

/** Compresses the files once, so that no process does it at each start or request. */
export function compressFiles(folder) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!/\.(js|css|svg|html|md|txt|json|atom)$/.test(name) || path.basename(name).startsWith('.'))
      continue;
    const file = path.join(folder, name);
    const plain = readFileSync(file);
    writeFileSync(`${file}.br`, brotliCompressSync(plain, { params }));
    writeFileSync(`${file}.gz`, gzipSync(plain, { level: 9 }));
  }
}

/** Loaded ahead, so that the first text does not change its font. */
export const mainFont = /geist-latin-wght.*\.woff2$/;
