import type { Reference } from './connector.ts';
import { cutText } from './crm-fields.ts';

const MOST_PIPELINES = 100;
const MOST_STAGES = 100;
const MOST_FIELDS = 1_000;
const MOST_OPTIONS = 1_000;
/** The longest name of a pipeline, a stage, a field or an option. */
const LONGEST_NAME = 200;
/** So many characters all options together have. */
const MOST_OPTION_CHARACTERS = 200_000;

const named = <T extends { name: string }>(one: T): T => ({
  ...one,
  name: cutText(one.name, LONGEST_NAME),
});

/**
 * The part of a CRM's pipelines, fields and options that is kept. Some CRMs let their users make any number of
 * options, and lists of deals read what is kept. The options of fields that the settings name come first.
 */
export function boundReference<R extends Pick<Reference, 'pipelines' | 'fields'>>(
  reference: R,
  namedFields: readonly (string | null)[],
): R {
  let left = MOST_OPTION_CHARACTERS;
  const isNamed = ({ id }: { id: string }) => namedFields.includes(id);
  const byNeed = reference.fields.toSorted((a, b) => Number(isNamed(b)) - Number(isNamed(a)));
  const kept = byNeed.slice(0, MOST_FIELDS).map((field) => {
    const options = field.options.slice(0, MOST_OPTIONS).map(named);
    const fitting = options.filter(({ value, name }) => {
      left -= value.length + name.length;
      return left >= 0;
    });
    return [field.id, { ...named(field), options: fitting }] as const;
  });
  const byId = new Map(kept);
  return {
    ...reference,
    pipelines: reference.pipelines.slice(0, MOST_PIPELINES).map((pipeline) => ({
      ...named(pipeline),
      stages: pipeline.stages.slice(0, MOST_STAGES).map(named),
    })),
    fields: reference.fields.flatMap(({ id }) => byId.get(id) ?? []),
  };
}
