import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { transformWithOxc } from 'vite';
import { commandLineFile } from '../command-line-file.ts';
import { readModel } from '../model/read-model.ts';
import type { SdkModel } from '../model/sdk-model.ts';
import { writeClient } from './write-client.ts';
import { writeEntries } from './write-entries.ts';
import { errorClass, writeErrors } from './write-errors.ts';
import { writeTypes } from './write-types.ts';

const COMMAND_LINE = 'command-line.js';

/** The folders with the code that is written by hand. */
const folders = ['core', 'sync', 'receive'];

/** The files of the npm package by their path in it, in a fixed order. */
export async function packageFiles(model: SdkModel = readModel()): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  files.set('package.json', `${JSON.stringify(manifest(model), null, 2)}\n`);
  files.set('README.md', readme(model));
  files.set(COMMAND_LINE, withoutComments(await commandLineFile()));
  for (const [name, source] of sources(model)) {
    const { code, declaration } = await compiled(name, source);
    if (code) files.set(name.replace(/\.ts$/, '.js'), code);
    files.set(name.replace(/\.ts$/, '.d.ts'), declaration);
  }
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function readme({ name, version }: SdkModel): string {
  const text = readFileSync(path.join(import.meta.dirname, 'README.md'), 'utf8');
  return text.replaceAll('<version>', version).replaceAll('team-api', name);
}

/** The sources: the files written by hand, and the generated files beside them. */
function sources(model: SdkModel): Map<string, string> {
  const written = folders.flatMap((folder) =>
    readdirSync(path.join(import.meta.dirname, folder)).map((name): [string, string] => {
      const file = `${folder}/${name}`;
      return [file, readFileSync(path.join(import.meta.dirname, file), 'utf8')];
    }),
  );
  return new Map([
    ...written,
    ...[...writeEntries()].map(([name, text]): [string, string] => [`${name}.ts`, text]),
    ['types.ts', writeTypes(model)],
    ['errors.ts', writeErrors(model)],
    ['client.ts', writeClient(model)],
    ['index.ts', writeIndex(model)],
  ]);
}

/** The file that customers import. It exports the names of the other files. */
function writeIndex({ errors }: SdkModel): string {
  const exported: [names: string[], from: string][] = [
    [['TeamApi'], 'client'],
    [
      ['ApiError', 'ConnectionError', 'type FieldError', 'TeamApiError', 'TimeoutError'],
      'core/errors',
    ],
    [['type ConsumeOptions', 'type EventHandler'], 'core/feed'],
    [['List', 'type PageOf'], 'core/list'],
    [['type LogEntry'], 'core/log'],
    [['type CallOptions', 'type ClientOptions', 'type PostOptions'], 'core/options'],
    [['type Call'], 'core/prepare'],
    [errors.map(({ code }) => errorClass(code)), 'errors'],
  ];
  const lines = exported.map(
    ([names, from]) => `export { ${names.join(', ')} } from './${from}.ts';`,
  );
  return [...lines, "export type * from './types.ts';", ''].join('\n');
}

/** Compiles the sources to JavaScript and declarations. */
async function compiled(
  name: string,
  source: string,
): Promise<{ code: string; declaration: string }> {
  const typescript = { declaration: {}, rewriteImportExtensions: 'rewrite' } as const;
  const result = await transformWithOxc(source, name, {
    typescript,
    target: 'es2022',
    sourcemap: false,
  });
  const { code, declaration, errors } = result as typeof result & {
    declaration?: string;
    errors: unknown[];
  };
  if (errors.length > 0 || declaration === undefined) {
    throw new Error(`The types of ${name} cannot be made: ${JSON.stringify(errors)}`);
  }
  return {
    code: isEmptyModule(code) ? '' : withoutComments(code),
    declaration: declaration.replaceAll(/(from "\.[^"]*)\.ts"/g, '$1.js"'),
  };
}

const isEmptyModule = (code: string): boolean => /^\s*(?:export \{\};?)?\s*$/.test(code);

/** Removes lines of comments: editors show those of the declarations. */
function withoutComments(code: string): string {
  return code.replaceAll(/^\s*(?:\/\*\*[\s\S]*?\*\/|\/\/.*)\n/gm, '');
}

function manifest({ name, version }: SdkModel) {
  return {
    name,
    version,
    description: 'The client of the Team API for Node, Deno, Bun and Workers.',
    license: 'UNLICENSED',
    type: 'module',
    engines: { node: '>=20' },
    sideEffects: false,
    bin: { [name]: COMMAND_LINE },
    exports: {
      '.': exportOf('index'),
      ...Object.fromEntries(
        [...writeEntries().keys()].map((name) => [`./${name}`, exportOf(name)]),
      ),
      './package.json': './package.json',
    },
    types: './index.d.ts',
    files: ['**/*.js', '**/*.d.ts'],
  };
}

function exportOf(name: string) {
  return { types: `./${name}.d.ts`, default: `./${name}.js` };
}
