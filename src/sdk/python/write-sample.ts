import { release } from '../model/release.ts';
import type { SdkOperation } from '../model/sdk-model.ts';
import { nounOf } from '../typescript/write-sample.ts';
import { literal, moduleName, nameInPython } from './write-text.ts';

/** Longer lines are broken where possible. This many characters fit beside the text of the reference. */
const WIDTH = 56;

/**
 * A program that calls an operation with the examples of the contract. `API` and `KEY` come from the
 * environment.
 */
export function writeSample(operation: SdkOperation): string {
  return `import os
from ${moduleName(release)} import TeamApi

client = TeamApi(
    url=os.environ["API"],
    key=os.environ["KEY"],
)

${use(operation)}`;
}

function use(operation: SdkOperation): string {
  const { list, answer } = operation;
  const call = callOf(operation);
  if (list) {
    const item = nounOf(list.item);
    return `for ${item} in ${call}:\n    print(${item})`;
  }
  // The answer only says that it is done, so the sample does not keep it.
  if (answer === 'Ok') return call;
  const result = nounOf(answer);
  return `${result} = ${call}\nprint(${result})`;
}

function callOf({ id, name, ids, query, body }: SdkOperation): string {
  const needed = query.find(({ isRequired }) => isRequired);
  if (needed) throw new Error(`The sample of ${id} lacks ${needed.name}`);
  const method = `client.${name.map(nameInPython).join('.')}`;
  const args = ids.map(({ schema }) => written(schema.examples?.[0], ''));
  if (!body) return `${method}(${args.join(', ')})`;
  const lines = [...args, written(body.example, '    ')].map((one) => `    ${one},\n`);
  return `${method}(\n${lines.join('')})`;
}

/** A JSON value as people write it in Python. Its line already has `before` characters. */
function written(value: unknown, indent: string, before = indent.length): string {
  if (value === null || typeof value !== 'object') return literal(value);
  const inner = `${indent}    `;
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map((one) => written(one, inner))
    : Object.entries(value).map(([name, one]) => {
        const key = `${literal(name)}: `;
        return key + written(one, inner, inner.length + key.length);
      });
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  const short = `${open}${parts.join(', ')}${close}`;
  if (before + short.length < WIDTH && !short.includes('\n')) return short;
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`;
}
