// Builds the packages that customers install (src/sdk) into dist/sdk, which is not kept in the repository. The API serves
// the files of this folder at /docs/sdk. `node_modules/.bin/node scripts/sdk-build.mjs` builds. `--release` also writes
// their hashes into src/sdk/released.json: from then on a source that makes other files needs another version.
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Build, filesIn, requestedPackages, root } from './build.mjs';

const self = fileURLToPath(import.meta.url);
const released = path.join(root, 'src/sdk/released.json');

export const sdkBuild = new Build({
  name: 'the SDK',
  script: self,
  output: 'dist/sdk',
  // The operations come from the whole server.
  inputs: () =>
    filesIn(
      'src',
      (name) => !/^src\/(db\/generated|app\/(?!text\/)|docs\/(?!verify\/))/.test(name),
    ),
});

if (process.argv[1] === self) {
  await sdkBuild.make(requestedPackages(), async (folder) => {
    const { readModel } = await import('../src/sdk/model/read-model.ts');
    const model = readModel();
    await buildForNpm(model, folder);
    await buildForPip(model, folder);
    if (process.argv.includes('--release')) noteHashes(folder);
    // The API knows the files of earlier versions by it, also where the sources are missing.
    copyFileSync(released, path.join(folder, 'released.json'));
  });
}

async function buildForNpm(model, folder) {
  const [{ packageFiles }, { npmTarball }] = await Promise.all([
    import('../src/sdk/typescript/package-files.ts'),
    import('../src/sdk/tarball.ts'),
  ]);
  const files = await packageFiles(model);
  unpack(files, path.join(folder, 'typescript'));
  writeFileSync(path.join(folder, `${model.name}-${model.version}.tgz`), npmTarball(files));
}

async function buildForPip(model, folder) {
  const [{ consoleScripts, pythonFiles, pythonMetadata, wheelName }, { wheel }] = await Promise.all(
    [import('../src/sdk/python/package-files.ts'), import('../src/sdk/wheel.ts')],
  );
  const files = pythonFiles(model);
  unpack(files, path.join(folder, 'python'));
  const about = { metadata: pythonMetadata(model), scripts: consoleScripts(model) };
  const packed = wheel(model, files, about);
  writeFileSync(path.join(folder, wheelName(model)), packed);
}

/** Unpacks the package as npm or pip would, for the tests. */
function unpack(files, folder) {
  for (const [name, text] of files) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

function noteHashes(folder) {
  const hashes = JSON.parse(readFileSync(released, 'utf8'));
  for (const name of readdirSync(folder).filter((each) => /\.(tgz|whl)$/.test(each))) {
    const content = readFileSync(path.join(folder, name));
    const hash = `sha512-${createHash('sha512').update(content).digest('base64')}`;
    hashes[name] ??= hash;
    if (hashes[name] !== hash)
      throw new Error(
        `${name} is released with other bytes: raise the version in src/sdk/model/release.ts`,
      );
  }
  writeFileSync(released, `${JSON.stringify(hashes, null, 2)}\n`);
}
