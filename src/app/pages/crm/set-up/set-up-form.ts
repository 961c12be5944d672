import type { ConnectionDetail } from '../../../../features/crm/connections/connections.schema.ts';

/** The values of the form. */
export type SetUpValues = ConnectionDetail['settings'] & {
  every_minutes: ConnectionDetail['every_minutes'];
  /** The text of the field. If it is empty, the default counts. */
  budget: string;
};

const LEAST_REQUESTS = 100;
const MOST_REQUESTS = 10_000_000;

export function valuesOf(connection: ConnectionDetail): SetUpValues {
  const { settings, every_minutes, chosen_budget } = connection;
  return {
    ...settings,
    every_minutes,
    budget: chosen_budget === null ? '' : String(chosen_budget),
  };
}

/** Null for the default, undefined for a text that is no such number. */
export function budgetOf(text: string): number | null | undefined {
  const digits = text.replaceAll(/[\s.,]/g, '');
  if (digits === '') return null;
  const value = /^\d+$/.test(digits) ? Number(digits) : 0;
  return value >= LEAST_REQUESTS && value <= MOST_REQUESTS ? value : undefined;
}

export function isSame(one: SetUpValues, other: SetUpValues): boolean {
  return JSON.stringify(ordered(one)) === JSON.stringify(ordered(other));
}

/** Sorts the lists, so that the order of a person's clicks is no difference. */
function ordered({ pipelines, industry_values, ...rest }: SetUpValues) {
  const values = Object.entries(industry_values).sort(([a], [b]) => (a < b ? -1 : 1));
  const sorted = Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1));
  return [sorted, pipelines && [...pipelines].sort(), values];
}

/** The form's values as the server takes them. */
export function changeOf({ every_minutes, budget, ...settings }: SetUpValues) {
  return { every_minutes, daily_budget: budgetOf(budget) ?? null, settings };
}

/** The form's values under the names that the server gives to fields that others have changed. */
export function fieldsOf({ settings, ...rest }: ReturnType<typeof changeOf>) {
  return { ...rest, ...settings };
}

/** The values of the industry field that the field can have, that deals have, or that are mapped. */
export function industryValues(connection: ConnectionDetail, values: SetUpValues) {
  const { industry_field, industry_values } = values;
  const field = connection.fields.find(({ id }) => id === industry_field);
  const isSaved = industry_field === connection.settings.industry_field;
  const found = isSaved ? connection.industry_values_found : [];
  const deals = new Map(found.map((one) => [one.value, one.deals]));
  const names = new Map(field?.options.map(({ value, name }) => [value, name]));
  const all = new Set([...deals.keys(), ...names.keys(), ...Object.keys(industry_values)]);
  return [...all].map((value) => ({
    value,
    name: names.get(value) ?? value,
    deals: deals.get(value) ?? 0,
  }));
}
