import { z } from 'zod';

/** The way to a place in an input. `0` means the entry of a list, and `any` for a free name. */
export type Position = readonly (string | number)[];

/** A part of a JSON schema. */
export type Described = {
  type?: string | string[];
  format?: string;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  properties?: Record<string, Described>;
  additionalProperties?: boolean | Described;
  items?: Described;
  anyOf?: Described[];
  allOf?: Described[];
  oneOf?: Described[];
  $ref?: string;
};

/** A place of an input, and what it may hold: types of JSON, or `anything`. */
export type Place = {
  position: Position;
  holds: ReadonlySet<string>;
  /** The schemas of its values: more than one if the input is a choice. */
  schemas: readonly Described[];
};

/** Every place of an input, at any depth. */
export function placesIn(schema: z.ZodType): Place[] {
  const described = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    reused: 'inline',
    // A schema of a transformed text names its format so, as for the OpenAPI document.
    override: ({ jsonSchema }) => {
      const { override } = jsonSchema as { override?: (about: { jsonSchema: object }) => void };
      override?.({ jsonSchema });
    },
  });
  const byName = Map.groupBy(below(described as Described, []), ({ position }) =>
    position.join('.'),
  );
  return [...byName.values()].flatMap(([first, ...same]) => {
    if (!first || first.position.length === 0) return [];
    const all = [first, ...same];
    const holds = new Set(all.flatMap((place) => [...place.holds]));
    const schemas = all.flatMap((place) => place.schemas);
    return [{ position: first.position, holds, schemas }];
  });
}

/** Every place of an input that may hold a text, at any depth. */
export function positionsIn(schema: z.ZodType): Position[] {
  return placesIn(schema)
    .filter(({ holds }) => holds.has('anything') || holds.has('string'))
    .map(({ position }) => position);
}

function below(schema: Described, position: Position): Place[] {
  const { properties = {}, additionalProperties: more, items } = schema;
  const choices = [...(schema.anyOf ?? []), ...(schema.allOf ?? []), ...(schema.oneOf ?? [])];
  const isOpen = schema.type === undefined && choices.length === 0;
  return [
    {
      position,
      holds: new Set(isOpen ? ['anything'] : [schema.type ?? []].flat()),
      schemas: [schema],
    },
    ...choices.flatMap((choice) => below(choice, position)),
    ...Object.entries(properties).flatMap(([name, inner]) => below(inner, [...position, name])),
    ...(typeof more === 'object' ? below(more, [...position, 'any']) : []),
    ...(items ? below(items, [...position, 0]) : []),
  ];
}

/** A copy of the input with a value at a position, and the lists and objects around it. */
export function withValueAt(input: unknown, [step, ...rest]: Position, value: unknown): unknown {
  if (step === undefined) return value;
  if (typeof step === 'number') return [withValueAt(undefined, rest, value)];
  const around = typeof input === 'object' && input !== null ? input : {};
  const inner = Object.hasOwn(around, step) ? around[step as keyof typeof around] : undefined;
  return { ...around, [step]: withValueAt(inner, rest, value) };
}
