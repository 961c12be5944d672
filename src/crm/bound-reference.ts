import type { ConnectionSettings } from './connection-settings.ts';
import type { DealField, Pipeline, Reference } from './connector.ts';
import { cutText } from './crm-fields.ts';

/** A setting names at most so many. */
const MOST_PIPELINES = 200;
const MOST_STAGES = 100;
const MOST_FIELDS = 1_000;
const MOST_OPTIONS = 1_000;
/** A setting can name no longer id or value. */
const LONGEST_ID = 300;
/** The longest name of a pipeline, a stage, a field or an option. */
const LONGEST_NAME = 200;
/** So many characters all stages together have, and all options together. */
const MOST_CHARACTERS = 200_000;

type Named = Pick<
  ConnectionSettings,
  'industry_field' | 'objections_field' | 'lost_reason_field' | 'pipelines'
>;

export type LeftOut = Record<'pipelines' | 'stages' | 'fields' | 'choices', number>;

/**
 * The part of a CRM's pipelines, fields and options that is kept, and how much is left out. Some CRMs let their users
 * make any number of options. What the settings name comes first.
 */
export function boundReference<R extends Pick<Reference, 'pipelines' | 'fields'>>(
  reference: R,
  settings: Named,
): { kept: R; leftOut: LeftOut } {
  const { industry_field, objections_field, lost_reason_field } = settings;
  const stages = new Room(MOST_STAGES);
  const options = new Room(MOST_OPTIONS);
  const pipelines = keptOf<Pipeline>(reference.pipelines, {
    named: settings.pipelines ?? [],
    most: MOST_PIPELINES,
    bound: (one) => ({ ...one, stages: stages.fill(one.stages, ({ id }) => id) }),
  });
  const fields = keptOf<DealField>(reference.fields, {
    named: [industry_field, objections_field, lost_reason_field],
    most: MOST_FIELDS,
    bound: (one) => ({ ...one, options: options.fill(one.options, ({ value }) => value) }),
  });
  return {
    kept: { ...reference, pipelines, fields },
    leftOut: {
      pipelines: reference.pipelines.length - pipelines.length,
      stages: stages.leftOut,
      fields: reference.fields.length - fields.length,
      choices: options.leftOut,
    },
  };
}

type Bounds<T> = { named: readonly (string | null)[]; most: number; bound: (one: T) => T };

/** Those that the settings name and the first others, in the order of the CRM. Of an id that comes twice, the first. */
function keptOf<T extends { id: string; name: string }>(
  all: readonly T[],
  { named, most, bound }: Bounds<T>,
): T[] {
  const byId = new Map(all.toReversed().map((one) => [one.id, one]));
  const possible = [...byId.values()].reverse().filter(({ id }) => id.length <= LONGEST_ID);
  const [first = [], others = []] = [true, false].map((is) =>
    possible.filter(({ id }) => named.includes(id) === is),
  );
  const kept = new Map(
    [...first, ...others].slice(0, most).map((one) => [one.id, withName(bound(one))]),
  );
  return possible.flatMap(({ id }) => kept.get(id) ?? []);
}

/** How many further stages or options are kept. */
class Room {
  leftOut = 0;
  #characters = MOST_CHARACTERS;
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** The first of the items, as many as fit. */
  fill<T extends { name: string }>(items: readonly T[], idOf: (item: T) => string): T[] {
    const possible = items.filter((item) => idOf(item).length <= LONGEST_ID).slice(0, this.#most);
    const kept = possible.map(withName).filter((item) => {
      this.#characters -= idOf(item).length + item.name.length;
      return this.#characters >= 0;
    });
    this.leftOut += items.length - kept.length;
    return kept;
  }
}

const withName = <T extends { name: string }>(one: T): T => ({
  ...one,
  name: cutText(one.name, LONGEST_NAME),
});
