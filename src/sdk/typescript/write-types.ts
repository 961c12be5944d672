import type { SdkModel, SdkOperation, SdkSchema } from '../model/sdk-model.ts';
import { comment, typeName } from './write-text.ts';

/** Requests accept exactly the known fields and values. Answers may have further ones. */
type Side = 'request' | 'answer';

/** The source of all types that customers see: answers, bodies, queries and events. */
export function writeTypes({ schemas, operations, events }: SdkModel): string {
  const answers = Object.entries(schemas).map(([name, schema]) => declare(name, schema, 'answer'));
  const requests = operations.flatMap((operation) => requestTypes(operation));
  const bodies = Object.values(events).map(({ name, schema }) => declare(name, schema, 'answer'));
  const union = Object.values(events).map(({ name }) => `\n  | ${name}`);
  const all = `${comment('An event that a webhook brings. Ignore types that you do not know.')}export type WebhookEvent =${union.join('')};\n`;
  return [...answers, ...requests, ...bodies, all].join('\n');
}

function requestTypes({ id, summary, query, body }: SdkOperation): string[] {
  const properties = Object.fromEntries(
    query.map(({ name, description, schema }) => [name, { ...listOrText(schema), description }]),
  );
  const required = query.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  const about = `${summary}: the filters and the page.`;
  return [
    ...(query.length > 0
      ? [declare(`${typeName(id)}Query`, { description: about, properties, required }, 'request')]
      : []),
    ...(body
      ? [declare(`${typeName(id)}Body`, { description: `${summary}.`, ...body.schema }, 'request')]
      : []),
  ];
}

/** A list in the query may also be given as one text with commas, as it is sent. */
const listOrText = (schema: SdkSchema): SdkSchema =>
  schema.type === 'array' ? { anyOf: [schema, { type: 'string' }] } : schema;

function declare(name: string, schema: SdkSchema, side: Side): string {
  return `${comment(schema.description)}export type ${name} = ${typeOf(schema, side)};\n`;
}

function typeOf(schema: SdkSchema, side: Side): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? '';
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf) return schema.anyOf.map((part) => typeOf(part, side)).join(' | ');
  if (schema.properties) return objectOf(schema, side);
  const types = [schema.type ?? 'unknown'].flat();
  return types.map((type) => plainType(type, schema, side)).join(' | ');
}

function plainType(type: string, schema: SdkSchema, side: Side): string {
  switch (type) {
    case 'string':
      return textType(schema, side);
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return `Array<${typeOf(schema.items ?? {}, side)}>`;
    case 'object':
      return 'Record<string, unknown>';
    default:
      return type;
  }
}

/** The examples of a text are the values that are known now. The contract may add others (D172). */
function textType({ format, examples }: SdkSchema, side: Side): string {
  if (format === 'date-time' && side === 'request') return 'string | Date';
  if (format || !examples) return 'string';
  return [...examples.map((value) => JSON.stringify(value)), '(string & {})'].join(' | ');
}

function objectOf({ properties = {}, required = [] }: SdkSchema, side: Side): string {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const isOptional = !required.includes(name);
    const undefinedToo = isOptional && side === 'request' ? ' | undefined' : '';
    const type = typeOf(schema, side) + undefinedToo;
    return `${comment(schema.description)}${name}${isOptional ? '?' : ''}: ${type};\n`;
  });
  return `{\n${fields.join('').replaceAll(/^(?=.)/gm, '  ')}}`;
}
