// Builds the app (src/app) into dist/app, which is not kept in the repository.
// `node_modules/.bin/node scripts/app-build.mjs` builds; `--watch` builds again at each change.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  Build,
  browsers,
  compressFiles,
  filesIn,
  mainFont,
  packagesAsked,
  root,
} from './build.mjs';

const self = fileURLToPath(import.meta.url);
const output = 'dist/app';

/** Files of the server that import nothing; a test finds what this list lacks. */
const constants = [
  'src/auth/rights.ts',
  'src/auth/scopes.ts',
  'src/features/catalog/catalog-dimensions.ts',
  'src/features/webhooks/subscribable-events.ts',
  'src/rest/base-path.ts',
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
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [tailwind(), preloadFonts],
    build: {
      outDir,
      emptyOutDir: true,
      target: browsers,
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
    await appBuild.make(packagesAsked(), async (folder) => {
      await vite.build(await settings(folder));
      compressFiles(folder);
    });
  }
}
