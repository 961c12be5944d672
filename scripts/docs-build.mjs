// Builds the documentation (src/docs, docs/) into dist/docs, which is not kept in the repository: a
// page of HTML and one of Markdown for each page in each language.
// `node_modules/.bin/node scripts/docs-build.mjs` builds.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  Build,
  compressFiles,
  filesIn,
  forBrowsers,
  mainFont,
  ownSettings,
  requestedPackages,
  root,
} from './build.mjs';

const self = fileURLToPath(import.meta.url);
const base = '/docs/';

export const docsBuild = new Build({
  name: 'the documentation',
  script: self,
  output: 'dist/docs',
  // The OpenAPI document is made from the whole server. The app contributes its look, and the SDK the names of operations
  // and the samples.
  inputs: () => [
    ...filesIn(
      'src',
      (name) =>
        !/^src\/(db\/generated|sdk\/(?!model\/|\w+\/write-)|app\/(?!ui\/|text\/|shell\/mark|look))/.test(
          name,
        ),
    ),
    ...filesIn('docs', (name) => /^docs\/(guides\/|operations|production|intake)/.test(name)),
    'CHANGELOG.md',
  ],
});

const common = { root: path.join(root, 'src/docs'), base, ...ownSettings };

async function fill(folder) {
  const vite = await import('vite');
  const [assets, render, pages, collection, feeds] = await Promise.all([
    buildAssets(vite, folder),
    buildRenderer(vite, path.join(folder, '.render')),
    import('../src/docs/site/all-pages.ts').then(({ allPages }) => allPages()),
    import('../src/docs/site/postman-file.ts').then(({ postmanFile }) => postmanFile()),
    import('../src/docs/site/feed.ts').then(({ feedFiles }) => feedFiles()),
  ]);
  for (const [name, content] of [...render(pages, assets), collection, ...feeds]) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  rmSync(path.join(folder, '.render'), { recursive: true });
  compressFiles(folder);
}

/** Files for the browser. Their names contain a hash. */
async function buildAssets(vite, outDir) {
  const { default: tailwind } = await import('@tailwindcss/vite');
  await vite.build({
    ...common,
    plugins: [tailwind()],
    build: {
      ...forBrowsers,
      outDir,
      emptyOutDir: false,
      rollupOptions: { input: path.join(common.root, 'browser/main.ts') },
    },
  });
  const manifest = JSON.parse(readFileSync(path.join(outDir, '.manifest.json'), 'utf8'));
  const { file, css = [], assets = [] } = manifest['browser/main.ts'];
  const all = [...assets, ...Object.values(manifest).map((part) => part.file)];
  return {
    script: base + file,
    styles: css.map((name) => base + name),
    font: base + all.find((name) => mainFont.test(name)),
  };
}

/** The React components, as a module that renders them to text. */
async function buildRenderer(vite, outDir) {
  await vite.build({
    ...common,
    build: { ssr: 'render.tsx', outDir, emptyOutDir: true, target: 'node24', minify: false },
  });
  const { renderSite } = await import(pathToFileURL(path.join(outDir, 'render.js')).href);
  return renderSite;
}

if (process.argv[1] === self) await docsBuild.make(requestedPackages(), fill);
