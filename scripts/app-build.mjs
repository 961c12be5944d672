// Builds the app (src/app) into dist/app, which is not kept in the repository.
// `node_modules/.bin/node scripts/app-build.mjs` builds; `--watch` builds again at each change.
import { mkdtempSync, rmSync } from 'node:fs';
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
const output = 'dist/app';

/** Files of the server that import nothing. A test finds what this list lacks. */
const constants = [
  'src/auth/rate-limits.ts',
  'src/auth/rights.ts',
  'src/auth/scopes.ts',
  'src/crm/answer-codes.ts',
  'src/features/catalog/catalog-dimensions.ts',
  'src/features/webhooks/subscribable-events.ts',
  'src/rest/base-path.ts',
  'src/sdk/model/release.ts',
  'src/trpc/max-batch-size.ts',
];

export const appBuild = new Build({
  name: 'the app',
  script: self,
  output,
  // The sources of the app, and what they may import from the server.
  inputs: () => [
    ...filesIn('src/app'),
    ...filesIn('src/shared'),
    ...filesIn('src/features', (name) => name.endsWith('.schema.ts')),
    ...constants,
  ],
});

async function settings(outDir) {
  const { default: tailwind } = await import('@tailwindcss/vite');
  return {
    root: path.join(root, 'src/app'),
    base: '/app/',
    ...ownSettings,
    plugins: [tailwind(), showShape, preloadFonts],
    build: { ...forBrowsers, outDir, emptyOutDir: true, chunkSizeWarningLimit: 700 },
  };
}

/** Puts the outline of the app into its page, for the time before the code is loaded. */
const showShape = {
  name: 'show-shape',
  transformIndexHtml: {
    order: 'post',
    async handler(html) {
      const shape = await renderShape();
      const place = '<div id="app"></div>';
      return html.replace(place, () => `${place}${shape}`);
    },
  },
};

async function renderShape() {
  const vite = await import('vite');
  const folder = mkdtempSync(path.join(root, 'dist/.before-code-'));
  try {
    await vite.build({
      root: path.join(root, 'src/app'),
      ...ownSettings,
      build: { ssr: 'before-code.tsx', outDir: folder, emptyOutDir: true, target: 'node24' },
    });
    const made = await import(pathToFileURL(path.join(folder, 'before-code.js')).href);
    return made.shapeBeforeCode();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const preloadFonts = {
  name: 'preload-fonts',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((file) => mainFont.test(file))
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
  const vite = await import('vite');
  if (process.argv.includes('--watch')) {
    const watched = await settings(path.join(root, output));
    await vite.build({ ...watched, logLevel: 'info', build: { ...watched.build, watch: {} } });
  } else {
    await appBuild.make(requestedPackages(), async (folder) => {
      await vite.build(await settings(folder));
      compressFiles(folder);
    });
  }
}
