// Builds the packages that customers install (src/sdk) into dist/sdk, which is not kept in the repository. The API serves
// the files of this folder at /docs/sdk. `node_modules/.bin/node scripts/sdk-build.mjs` builds. `--release` also copies
// the packages to src/sdk/released if they have changed: from then on the API serves these files for their version,
// whatever is built.
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Build, filesIn, requestedPackages, root } from './build.mjs';

const self = fileURLToPath(import.meta.url);
const released = path.join(root, 'src/sdk/released');

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
    if (process.argv.includes('--release')) keepPackages(folder);
    // Customers pin each version by the hash of its file, so released files are copied unchanged.
    if (existsSync(released)) cpSync(released, folder, { recursive: true });
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
  const [{ pythonFiles, pythonMetadata, wheelName }, { wheel }] = await Promise.all([
    import('../src/sdk/python/package-files.ts'),
    import('../src/sdk/wheel.ts'),
  ]);
  const files = pythonFiles(model);
  unpack(files, path.join(folder, 'python'));
  const packed = wheel(model, files, pythonMetadata(model));
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

function keepPackages(folder) {
  mkdirSync(released, { recursive: true });
  for (const name of readdirSync(folder).filter((each) => /\.(tgz|whl)$/.test(each))) {
    const [built, kept] = [path.join(folder, name), path.join(released, name)];
    if (!existsSync(kept)) copyFileSync(built, kept);
    else if (!readFileSync(built).equals(readFileSync(kept)))
      throw new Error(
        `${name} is released with other files: raise the version in src/sdk/model/release.ts`,
      );
  }
}
