import { type Branch, branchesOf } from '../model/branches.ts';
import type { SdkModel, SdkOperation } from '../model/sdk-model.ts';
import { camelCase, comment, indented, typeName } from './write-text.ts';

/** The source of the client: one class for each noun, and one that joins them. */
export function writeClient(model: SdkModel): string {
  const root = branchesOf(model);
  const classes = [...root.branches].flatMap(([name, branch]) => classesOf([name], branch));
  const top = classOf('TeamApi', root, {
    about: 'The API of a team. Make one client and use it for all calls.',
    base: 'Client',
    prefix: [],
    constructor: `constructor(options: ClientOptions) {
  const sender = new Sender(options, {
    basePath: '${model.basePath}',
    agent: '${model.name}/${model.version}',
    errors: errorClasses,
  });
  super(sender);
`,
  });
  return `${imports(model)}\n${[...classes, top].join('\n')}`;
}

function imports({ operations }: SdkModel): string {
  const types = new Set(['Event', ...operations.flatMap((operation) => typesOf(operation))]);
  return `import { Client } from './core/client.ts';
import { Changes, Feed } from './core/feed.ts';
import type { List } from './core/list.ts';
import type { CallOptions, ClientOptions, PostOptions } from './core/options.ts';
import { Resource } from './core/resource.ts';
import { Sender } from './core/sender.ts';
import { errorClasses } from './errors.ts';
import type {
${[...types]
  .sort()
  .map((name) => `  ${name},\n`)
  .join('')}} from './types.ts';
`;
}

function typesOf({ id, query, body, answer, list }: SdkOperation): string[] {
  return [
    answer,
    ...(list ? [list.item] : []),
    ...(query.length > 0 ? [`${typeName(id)}Query`] : []),
    ...(body ? [`${typeName(id)}Body`] : []),
  ];
}

function classesOf(prefix: string[], branch: Branch): string[] {
  const below = [...branch.branches].flatMap(([name, next]) => classesOf([...prefix, name], next));
  const made = classOf(className(prefix), branch, {
    about: `The operations of \`client.${prefix.map(camelCase).join('.')}\`.`,
    base: bases[prefix.join('.')] ?? 'Resource',
    prefix,
    constructor: 'constructor(sender: Sender) {\n  super(sender);\n',
  });
  return [...below, made];
}

/** Beside its operation, `client.events` can consume the feed, and `copy` reads `client.changes`. */
const bases: Readonly<Record<string, string>> = {
  changes: 'Changes<ChangeList>',
  events: 'Feed<Event>',
};

const className = (parts: string[]): string =>
  `${parts.map((part) => typeName(part)).join('')}Operations`;

function classOf(
  name: string,
  { operations, branches }: Branch,
  given: { about: string; base: string; prefix: string[]; constructor: string },
): string {
  const fields = [...branches.keys()].map((part) => ({
    field: camelCase(part),
    type: className([...given.prefix, part]),
  }));
  const declared = fields.map(({ field, type }) => `readonly ${field}: ${type};\n`);
  const made = fields.map(({ field, type }) => `  this.${field} = new ${type}(sender);\n`);
  const needsConstructor = fields.length > 0 || given.base === 'Client';
  const parts = [
    ...(declared.length > 0 ? [declared.join('')] : []),
    ...(needsConstructor ? [`${given.constructor}${made.join('')}}\n`] : []),
    ...operations.map(methodOf),
  ];
  return `${comment(given.about)}export class ${name} extends ${given.base} {
${indented(parts.join('\n'))}}
`;
}

function methodOf(operation: SdkOperation): string {
  const { id, name, summary, description, ids, answer, list } = operation;
  const about = ids.map((each) => `@param ${camelCase(each.name)} ${each.description}`);
  const text = [`${summary}.`, description, about.join('\n')].filter(Boolean).join('\n\n');
  const result = list ? `List<${list.item}, ${answer}>` : `Promise<${answer}>`;
  const send = list ? 'sendList' : 'sendOne';
  const call = [
    `operation: '${id}'`,
    `method: '${operation.method}'`,
    `path: '${operation.path}'`,
    ...(ids.length > 0 ? [`ids: [${ids.map((each) => camelCase(each.name)).join(', ')}]`] : []),
    ...(operation.query.length > 0 ? ['query'] : []),
    ...(operation.body ? ['body'] : []),
  ];
  return `${comment(text)}${camelCase(name.at(-1) ?? '')}(${argumentsOf(operation).join(', ')}): ${result} {
  return this.${send}({ ${call.join(', ')} }, options);
}
`;
}

function argumentsOf({ id, ids, query, body, takesIdempotencyKey }: SdkOperation): string[] {
  const isQueryNeeded = query.some(({ isRequired }) => isRequired);
  return [
    ...ids.map(({ name }) => `${camelCase(name)}: string`),
    ...(query.length > 0 ? [`query${isQueryNeeded ? '' : '?'}: ${typeName(id)}Query`] : []),
    ...(body ? [`body: ${typeName(id)}Body`] : []),
    `options?: ${takesIdempotencyKey ? 'PostOptions' : 'CallOptions'}`,
  ];
}
