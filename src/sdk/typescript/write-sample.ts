import { release } from '../model/release.ts';
import type { SdkOperation } from '../model/sdk-model.ts';
import { camelCase } from './write-text.ts';

/** Longer lines are broken where possible. This many characters fit beside the text of the reference. */
const WIDTH = 56;

/**
 * A program that calls an operation with the examples of the contract. `API` and `KEY` come from the
 * environment.
 */
export function writeSample(operation: SdkOperation): string {
  return `import { env } from 'node:process';
import { TeamApi } from '${release.name}';

const client = new TeamApi({
  url: env.API,
  key: env.KEY,
});

${use(operation)}`;
}

function use(operation: SdkOperation): string {
  const { list, answer } = operation;
  const call = callOf(operation);
  if (list) {
    const item = camelCase(nounOf(list.item));
    return `for await (const ${item} of ${call}) {\n  console.log(${item});\n}`;
  }
  // The answer only says that it is done, so the sample does not keep it.
  if (answer === 'Ok') return `await ${call};`;
  const result = camelCase(nounOf(answer));
  return `const ${result} = await ${call};\nconsole.log(${result});`;
}

function callOf({ id, name, ids, query, body }: SdkOperation): string {
  const needed = query.find(({ isRequired }) => isRequired);
  if (needed) throw new Error(`The sample of ${id} lacks ${needed.name}`);
  const given = [
    ...ids.map(({ schema }) => literal(schema.examples?.[0], '')),
    // Each field of a body has a line of its own.
    ...(body ? [literal(body.example, '', WIDTH)] : []),
  ];
  return `client.${name.map(camelCase).join('.')}(${given.join(', ')})`;
}

/** The last word of a schema's name: `WebhookEndpoint` is `endpoint`. */
export function nounOf(schema: string): string {
  const word = /[A-Z][a-z]+$/.exec(schema)?.[0] ?? schema;
  // `case` is a reserved word in both languages of the SDK.
  return word === 'Case' ? 'team_case' : word.toLowerCase();
}

/** A JSON value as people write it in JavaScript. Its line already has `before` characters. */
function literal(value: unknown, indent: string, before = indent.length): string {
  if (typeof value === 'string') return quoted(value);
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map((one) => literal(one, inner))
    : Object.entries(value).map(([name, one]) => {
        const key = `${keyOf(name)}: `;
        return key + literal(one, inner, inner.length + key.length);
      });
  const short = isList ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`;
  if (before + short.length < WIDTH && !short.includes('\n')) return short;
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`;
}

const keyOf = (name: string): string => (/^[a-z_$][\w$]*$/i.test(name) ? name : quoted(name));

const quoted = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
