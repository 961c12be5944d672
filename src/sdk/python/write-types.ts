import type { SdkModel, SdkOperation, SdkSchema } from '../model/sdk-model.ts';
import { docString, indented, literal, nameInPython, typeName } from './write-text.ts';

/** Requests accept exactly the known fields and values. Answers may have further ones. */
type Side = 'request' | 'answer';

/**
 * The source of all types: answers, bodies and events. They are dicts with known keys (TypedDict), so fields that this
 * version does not know survive, and the dicts can be written as JSON again.
 */
export function writeTypes({ schemas, operations, events }: SdkModel): string {
  const classes = new Classes();
  for (const [name, schema] of Object.entries(schemas)) classes.add(name, schema, 'answer');
  for (const operation of operations) addBody(operation, classes);
  for (const { name, schema } of Object.values(events)) classes.add(name, schema, 'answer');
  const union = Object.values(events).map(({ name }) => `    ${name},\n`);
  return `"""What the API answers and takes, and the events of webhooks."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any, Literal, TypedDict, Union

${classes.sources.join('\n\n')}

WebhookEvent = Union[
${union.join('')}]
"""An event that a webhook brings. Ignore types that you do not know."""
`;
}

function addBody({ id, summary, body }: SdkOperation, classes: Classes): void {
  if (!body) return;
  const schema = { description: `${summary}.`, ...body.schema };
  classes.add(`${typeName(id)}Body`, schema, 'request');
}

/** The type of a parameter of the query, without None. */
export function typeOfParameter(schema: SdkSchema): string {
  const type = new Classes().typeOf(schema, 'request', '');
  // A list may also be given as one text with commas, as it is sent.
  return schema.type === 'array' ? `${type} | str` : type;
}

/** Makes a class for each object. An object inside of another is named after its place. */
class Classes {
  readonly sources: string[] = [];

  add(name: string, schema: SdkSchema, side: Side): void {
    const { properties = {}, required = [], description } = schema;
    const fieldsOf = (isRequired: boolean) =>
      Object.entries(properties)
        .filter(([field]) => required.includes(field) === isRequired)
        .map(([field, each]) => this.#field(name, field, each, side));
    const [needed, optional] = [fieldsOf(true).join(''), fieldsOf(false).join('')];
    // Python 3.10 can only make all keys of a class optional. So the required keys are in a class of their own.
    if (needed && optional) this.sources.push(classOf(`_${name}`, 'TypedDict', needed));
    const base = needed && optional ? `_${name}` : 'TypedDict';
    const bases = optional ? `${base}, total=False` : base;
    this.sources.push(classOf(name, bases, docString(description) + (optional || needed)));
  }

  #field(owner: string, name: string, schema: SdkSchema, side: Side): string {
    const type = this.typeOf(schema, side, owner + typeName(name));
    return `${nameInPython(name)}: ${type}\n${docString(schema.description)}`;
  }

  /** The type of a schema. `place` names the class of an object without a name. */
  typeOf(schema: SdkSchema, side: Side, place: string): string {
    if (schema.$ref) return schema.$ref.split('/').at(-1) ?? '';
    if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`;
    if (schema.enum) return enumOf(schema.enum);
    if (schema.anyOf) return union(schema.anyOf.map((part) => this.typeOf(part, side, place)));
    const { type = 'unknown', properties } = schema;
    if (properties) {
      this.add(place, schema, side);
      return [type].flat().includes('null') ? `${place} | None` : place;
    }
    return union([type].flat().map((each) => this.#plain(each, schema, side, place)));
  }

  #plain(type: string, schema: SdkSchema, side: Side, place: string): string {
    switch (type) {
      case 'string':
        return textType(schema, side);
      case 'integer':
        return 'int';
      case 'number':
        return 'float';
      case 'boolean':
        return 'bool';
      case 'null':
        return 'None';
      case 'array':
        return `list[${this.typeOf(schema.items ?? {}, side, `${place}Item`)}]`;
      case 'object':
        return 'dict[str, Any]';
      default:
        return 'Any';
    }
  }
}

function classOf(name: string, bases: string, body: string): string {
  return `class ${name}(${bases}):\n${indented(body || 'pass\n')}`;
}

function enumOf(values: unknown[]): string {
  const present = values.filter((value) => value !== null);
  const type = `Literal[${present.map(literal).join(', ')}]`;
  return present.length < values.length ? `${type} | None` : type;
}

/** None comes last, as is usual in Python. */
function union(types: string[]): string {
  const each = [...new Set(types.flatMap((type) => type.split(' | ')))];
  const isOptional = each.includes('None');
  return [...each.filter((type) => type !== 'None'), ...(isOptional ? ['None'] : [])].join(' | ');
}

/** The examples of a text are the values that are known now. The contract may add others (D172). */
function textType({ format, examples }: SdkSchema, side: Side): string {
  if (side === 'request' && format === 'date-time') return 'str | datetime';
  if (side === 'request' && format === 'date') return 'str | date';
  if (format || !examples) return 'str';
  return `Literal[${examples.map(literal).join(', ')}] | str`;
}
