// Makes the types of the tests' REST client, as a customer would make them from the published document. They go to
// test/client/generated, which is not kept in the repository.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Build, filesIn, requestedPackages } from './build.mjs';

const self = fileURLToPath(import.meta.url);

export const clientTypesBuild = new Build({
  name: 'the types of the REST client',
  script: self,
  output: 'test/client/generated',
  // The document is made from the whole server.
  inputs: () => [
    ...filesIn('src', (name) => !/^src\/(db\/generated|app|docs|sdk)\//.test(name)),
    'test/client/client-types.ts',
  ],
});

if (process.argv[1] === self) {
  await clientTypesBuild.make(requestedPackages(), async (folder) => {
    const { clientTypes } = await import('../test/client/client-types.ts');
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'types.ts'), await clientTypes());
  });
}
