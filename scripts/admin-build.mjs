// Builds the admin UI (src/admin) into dist/admin, which is not kept in the repository.
// `node_modules/.bin/node scripts/admin-build.mjs` builds; `--watch` builds again at each change.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const self = fileURLToPath(import.meta.url);
const root = path.resolve(path.dirname(self), '..');
const source = path.join(root, 'src/admin');
const output = path.join(root, 'dist/admin');
/** The stamp is in the build, so that both appear and go together. */
const stampFile = path.join(output, '.made-from');

/** The inputs of the build: its sources, what they may import of the server, and the packages. */
function fingerprint(packages) {
  const hash = createHash('sha256').update(packages).update(readFileSync(self));
  const folders = ['src/admin', 'src/shared'];
  const files = folders.flatMap((folder) => filesIn(folder, () => true));
  const schemas = filesIn('src/features', (name) => name.endsWith('.schema.ts'));
  for (const file of [...files, ...schemas].sort()) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(path.join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesIn(folder, wanted) {
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && wanted(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
}

export function isAdminCurrent(packages) {
  try {
    return readFileSync(stampFile, 'utf8') === fingerprint(packages);
  } catch {
    return false;
  }
}

/** Runs on the product's own Node. False if the build fails: the API serves without the admin UI. */
export function buildAdmin(packages) {
  const started = Date.now();
  console.error('Building the admin UI ...');
  const node = path.join(root, 'node_modules/.bin/node');
  const { status, stdout, stderr, error } = spawnSync(node, [self, '--packages', packages], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status === 0) {
    console.error(`Built in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
    return true;
  }
  process.stderr.write(`${stdout ?? ''}${stderr ?? ''}`);
  console.error(`The admin UI could not be built: ${error?.message ?? `exit ${status}`}`);
  return false;
}

/** Builds beside and renames, so that no process reads half a build. */
async function build(packages) {
  const madeFrom = fingerprint(packages);
  const beside = `${output}.${process.pid}`;
  const old = `${beside}.old`;
  try {
    const vite = await import('vite');
    await vite.build(await settings(beside));
    compressFiles(beside);
    writeFileSync(path.join(beside, '.made-from'), madeFrom);
    try {
      renameSync(output, old);
    } catch (error) {
      if (error.code !== 'ENOENT') throw error;
    }
    renameSync(beside, output);
  } finally {
    for (const folder of [beside, old]) rmSync(folder, { recursive: true, force: true });
  }
}

/** Once here, so that no process does it at each start or request. */
function compressFiles(folder) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 10 };
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!/\.(js|css|svg|html)$/.test(name)) continue;
    const file = path.join(folder, name);
    const plain = readFileSync(file);
    writeFileSync(`${file}.br`, brotliCompressSync(plain, { params }));
    writeFileSync(`${file}.gz`, gzipSync(plain, { level: 9 }));
  }
}

async function settings(outDir) {
  const { default: tailwind } = await import('@tailwindcss/vite');
  return {
    root: source,
    base: '/app/',
    configFile: false,
    envFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [tailwind(), preloadFonts],
    build: {
      outDir,
      emptyOutDir: true,
      target: ['chrome120', 'firefox121', 'safari17'],
      // The policy of the page allows no `data:` but for pictures.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      chunkSizeWarningLimit: 700,
      // A test reads from it what the first page loads.
      manifest: '.manifest.json',
    },
  };
}

/** The first text is drawn in its own font, without a jump. */
const preloadFonts = {
  name: 'preload-fonts',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((file) => /geist-latin-wght.*\.woff2$/.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: {
            rel: 'preload',
            href: `/app/${file}`,
            as: 'font',
            type: 'font/woff2',
            crossorigin: '',
          },
          injectTo: 'head',
        })),
  },
};

if (process.argv[1] === self) {
  mkdirSync(path.dirname(output), { recursive: true });
  const at = process.argv.indexOf('--packages');
  if (process.argv.includes('--watch')) {
    const vite = await import('vite');
    const watched = await settings(output);
    await vite.build({ ...watched, logLevel: 'info', build: { ...watched.build, watch: {} } });
  } else {
    await build(at < 0 ? 'by hand' : (process.argv[at + 1] ?? ''));
  }
}
