import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { readModel } from '../../src/sdk/model/read-model.ts';
import type { SdkOperation } from '../../src/sdk/model/sdk-model.ts';
import {
  consoleScripts,
  pythonFiles,
  pythonMetadata,
  wheelName,
} from '../../src/sdk/python/package-files.ts';
import { moduleName } from '../../src/sdk/python/write-text.ts';
import { errorClass } from '../../src/sdk/typescript/write-errors.ts';
import { wheel } from '../../src/sdk/wheel.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();
const root = path.resolve(import.meta.dirname, '../..');
const built = path.join(root, 'dist/sdk');
const model = readModel();
const files = pythonFiles(model);
const folder = moduleName(model);
const textOf = (name: string): string => {
  const text = files.get(`${folder}/${name}`);
  if (text === undefined) throw new Error(`The package has no ${name}`);
  return text;
};
const about = { metadata: pythonMetadata(model), scripts: consoleScripts(model) };
const packed = wheel(model, files, about);

/** The files in a zip without compression, by the directory at its end. */
function unzipped(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  const found = new Map<string, Buffer>();
  let position = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    expect(zip.toString('latin1', position, position + 4)).toBe('PK\x01\x02');
    const [sum, size] = [zip.readUInt32LE(position + 16), zip.readUInt32LE(position + 24)];
    const [length, begin] = [zip.readUInt16LE(position + 28), zip.readUInt32LE(position + 42)];
    const name = zip.toString('utf8', position + 46, position + 46 + length);
    const start = begin + 30 + zip.readUInt16LE(begin + 26) + zip.readUInt16LE(begin + 28);
    const content = zip.subarray(start, start + size);
    expect([zip.toString('utf8', begin + 30, start), crc32(content)]).toEqual([name, sum]);
    found.set(name, content);
    position += 46 + length;
  }
  return found;
}

test('the built Python package has the operations of the routers (else: node scripts/setup.mjs --dev)', () => {
  const unpacked = path.join(built, 'python');
  const names = globSync('**/*.{py,typed}', { cwd: unpacked }).sort();
  const found = names.map((name) => [name, readFileSync(path.join(unpacked, name), 'utf8')]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(files));
  const served = readFileSync(path.join(built, wheelName(model)));
  expect(served.equals(packed), 'raise src/sdk/model/release.ts').toBe(true);
});

test('the same files give the same wheel, and other files another', () => {
  const again = wheel(model, pythonFiles(readModel()), {
    metadata: pythonMetadata(readModel()),
    scripts: consoleScripts(readModel()),
  });
  expect(again.equals(packed)).toBe(true);
  const other = wheel(model, new Map([...files, ['x.py', '']]), about);
  expect(other.equals(packed)).toBe(false);
});

test('the wheel lists each file with its hash, and has the name, version and format of the package', () => {
  const found = unzipped(packed);
  const info = `${folder}-${model.version}.dist-info`;
  const names = ['METADATA', 'entry_points.txt', 'WHEEL', 'RECORD'].map(
    (name) => `${info}/${name}`,
  );
  expect([...found.keys()]).toEqual([...files.keys(), ...names]);
  const record = found.get(`${info}/RECORD`)?.toString().trimEnd().split('\n') ?? [];
  for (const [i, [name, content]] of [...found].entries()) {
    const hash = createHash('sha256').update(content).digest('base64url');
    const line = name.endsWith('/RECORD') ? ',,' : `,sha256=${hash},${content.length}`;
    expect(record[i]).toBe(name + line);
  }
  const metadata = found.get(`${info}/METADATA`)?.toString() ?? '';
  expect(metadata).toMatch(`Name: ${model.name}\nVersion: ${model.version}\n`);
  expect(metadata).toMatch('Requires-Python: >=3.10');
  expect(metadata).not.toMatch(/Requires-Dist|<version>/);
  expect(metadata).toMatch(`pip install <PUBLIC_URL>/docs/sdk/${wheelName(model)}`);
  expect(found.get(`${info}/WHEEL`)?.toString()).toMatch('Tag: py3-none-any');
  expect(found.get(`${folder}/py.typed`)?.length).toBe(0);
  const scripts = found.get(`${info}/entry_points.txt`)?.toString();
  expect(scripts).toBe('[console_scripts]\nteam-api = team_api.__main__:main\n');
});

test('the API serves the wheel', async () => {
  const { origin } = new URL(api().url);
  const answer = await fetch(`${origin}/docs/sdk/${wheelName(model)}`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
  expect(Buffer.from(await answer.arrayBuffer()).equals(packed)).toBe(true);
});

/** The source of one class. */
function classIn(source: string, name: string): string {
  const [, rest] = source.split(new RegExp(`^class ${name}\\(`, 'm'));
  if (rest === undefined) throw new Error(`There is no class ${name}`);
  return rest.split(/^class /m)[0] ?? '';
}

/** The source of the method that customers call. */
function methodIn(operation: SdkOperation): string {
  const nouns = operation.name.slice(0, -1);
  const typed = (text: string) =>
    text.replaceAll(/(?:^|_)(\w)/g, (_, first: string) => first.toUpperCase());
  const owner = nouns.length > 0 ? `${nouns.map(typed).join('')}Operations` : 'TeamApi';
  const methods = classIn(textOf('client.py'), owner).split(/^ {4}def /m);
  const method = methods.find((each) => each.startsWith(`${operation.name.at(-1)}(`));
  if (!method) throw new Error(`${owner} has no ${operation.name.at(-1)}`);
  return method;
}

test.each(model.operations)('$id is in the client as the routers have it', (operation) => {
  const { id, method, path: template, ids, query, body, answer, list } = operation;
  const source = methodIn(operation);
  expect(source).toContain(`Call("${id}", "${method}", "${template}"`);
  const [signature = '', rest = ''] = source.split(') -> ');
  const [first = '', named = ''] = signature.split('*,\n');
  const argumentsIn = (text: string) =>
    [...text.matchAll(/^ {8}(\w+): /gm)].map(([, name]) => name);
  expect(argumentsIn(first)).toEqual([...ids.map(({ name }) => name), ...(body ? ['body'] : [])]);
  expect(argumentsIn(named)).toEqual([
    ...query.map(({ name }) => name),
    ...(operation.takesIdempotencyKey ? ['idempotency_key'] : []),
    'language',
    'timeout',
    'total_timeout',
    'max_retries',
  ]);
  const sent = rest.match(/call = Call\(.*\)/)?.[0] ?? '';
  for (const { name } of ids) expect(sent).toMatch(new RegExp(`ids=\\(.*\\b${name},`));
  for (const { name } of query) expect(sent).toContain(`"${name}": ${name}`);
  expect(sent.includes('body=body')).toBe(body !== null);
  expect(rest.startsWith(list ? `Listing[${list.item}, ${answer}]:` : `${answer}:`)).toBe(true);
  if (body)
    expect(fieldsOf(`${id[0]?.toUpperCase()}${id.slice(1)}Body`)).toEqual(namesIn(body.schema));
});

/** The names of the fields, sorted: those that may be missing are in a class of their own. */
function fieldsOf(name: string): string[] {
  const types = textOf('types.py');
  const source = classIn(types, name);
  const base = source.startsWith(`_${name}`) ? classIn(types, `_${name}`) : '';
  return [...(source + base).matchAll(/^ {4}(\w+): /gm)].map(([, field = '']) => field).sort();
}

const namesIn = ({ properties = {} }: { properties?: object }) => Object.keys(properties).sort();

test.each(Object.entries(model.schemas))('%s is a type with its fields', (name, schema) => {
  expect(fieldsOf(name)).toEqual(namesIn(schema));
});

test.each(Object.entries(model.events))('the event %s is a type', (type, { name, schema }) => {
  expect(fieldsOf(name)).toEqual(namesIn(schema));
  expect(classIn(textOf('types.py'), name)).toMatch(/^TypedDict/);
  expect(textOf('types.py')).toContain(`type: Literal["${type}"]`);
  expect(textOf('types.py').split('WebhookEvent = Union[')[1]).toContain(`    ${name},\n`);
});

test.each(model.errors)('the code $code has a class, which is exported', ({ code, status }) => {
  const name = errorClass(code);
  expect(textOf('errors.py')).toContain(`class ${name}(ApiError):\n    """${status} \`${code}\`.`);
  expect(textOf('errors.py')).toContain(`"${code}": ${name},`);
  expect(textOf('__init__.py').split('__all__')[1]).toContain(`"${name}",`);
});

test('the Python package imports the standard library alone', () => {
  const allowed = new Set(
    `__future__ argparse asyncio collections contextlib dataclasses datetime email hashlib hmac http importlib
    inspect io json math os pathlib random re signal socket sqlite3 ssl sys threading time typing urllib uuid
    zlib`.split(/\s+/),
  );
  for (const [name, text] of files) {
    for (const [, module = ''] of text.matchAll(/^\s*(?:from|import) ([\w.]+)/gm)) {
      if (module.startsWith('.')) continue;
      expect(allowed, `${name} imports ${module}`).toContain(module.split('.')[0]);
    }
    // These names came after Python 3.10.
    expect(text, name).not.toMatch(
      /\b(?:Self|NotRequired|Required|Unpack|StrEnum|ExceptionGroup)\b/,
    );
  }
});
