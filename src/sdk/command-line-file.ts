import path from 'node:path';
import { build } from 'vite';

/** Bundles the command line into one file for Node, so that the package has no dependency. */
export async function commandLineFile(): Promise<string> {
  const built = await build({
    root: path.join(import.meta.dirname, 'command-line'),
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: 'main.ts',
      write: false,
      target: 'node20',
      minify: false,
      rollupOptions: { output: { format: 'es', codeSplitting: false } },
    },
  });
  const [result] = [built].flat();
  const [chunk, ...others] = result && 'output' in result ? result.output : [];
  if (chunk?.type !== 'chunk' || others.length > 0) {
    throw new Error('The command line is not one file');
  }
  return `#!/usr/bin/env node\n${chunk.code}`;
}
