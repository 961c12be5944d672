import type { ConnectionDetail } from '../../../../features/crm/connections/connections.schema.ts';

/** The values of the form. */
export type SettingsValues = ConnectionDetail['settings'] & {
  name: string;
  every_minutes: ConnectionDetail['every_minutes'];
  /** The text of the field. If it is empty, the default counts. */
  budget: string;
  /** The members that people have assigned, by the owner's id in the CRM. */
  owners: Record<string, string>;
};

export type Owner = ConnectionDetail['owners'][number];

export function valuesOf(connection: ConnectionDetail): SettingsValues {
  const { settings, name, every_minutes, chosen_budget, owners } = connection;
  const assigned = owners.flatMap(({ external_id, user_id, chosen }) =>
    chosen && user_id ? [[external_id, user_id] as const] : [],
  );
  return {
    ...settings,
    name,
    every_minutes,
    budget: chosen_budget === null ? '' : String(chosen_budget),
    owners: Object.fromEntries(assigned),
  };
}

const LEAST_REQUESTS = 100;
const MOST_REQUESTS = 10_000_000;

/** Null for the default, undefined for a text that is no such number. */
export function budgetOf(text: string): number | null | undefined {
  const digits = text.replaceAll(/[\s.,]/g, '');
  if (digits === '') return null;
  const value = /^\d+$/.test(digits) ? Number(digits) : 0;
  return value >= LEAST_REQUESTS && value <= MOST_REQUESTS ? value : undefined;
}

export function isValid({ name, budget, pipelines }: SettingsValues): boolean {
  return name.trim() !== '' && budgetOf(budget) !== undefined && pipelines?.length !== 0;
}

/** The order of a person's clicks is no difference. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one, inOrder) === JSON.stringify(other, inOrder);
}

function inOrder(_: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.toSorted();
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The form's values under the names that the server gives to fields that others have changed. */
export function fieldsOf({ name, budget, ...rest }: SettingsValues) {
  return { ...rest, name: name.trim(), daily_budget: budgetOf(budget) ?? null };
}

/**
 * The fields that the person has changed, because a change leaves the others as they are. Of the owners these are the
 * changed ones; null matches one by e-mail address again.
 */
export function changesOf(now: SettingsValues, before: SettingsValues) {
  const former = new Map<string, unknown>(Object.entries({ ...fieldsOf(before), owners: {} }));
  const fields = { ...fieldsOf(now), owners: changedOwners(now.owners, before.owners) };
  const changed = Object.entries(fields).filter(
    ([name, value]) => !isSame(value, former.get(name)),
  );
  return Object.fromEntries(changed) as Partial<typeof fields>;
}

function changedOwners(now: SettingsValues['owners'], before: SettingsValues['owners']) {
  const changed = [...new Set([...Object.keys(now), ...Object.keys(before)])]
    .filter((id) => entryOf(now, id) !== entryOf(before, id))
    .map((id) => [id, entryOf(now, id) ?? null] as const);
  return Object.fromEntries(changed);
}

/** The changes as the server gets them. */
export function inputOf(now: SettingsValues, before: SettingsValues) {
  const { name, every_minutes, daily_budget, owners, ...settings } = changesOf(now, before);
  return { name, every_minutes, daily_budget, settings, owners };
}

/** The entry for a text of the CRM, also for one such as `constructor`, which every object inherits. */
export function entryOf(entries: Record<string, string>, text: string): string | undefined {
  return Object.hasOwn(entries, text) ? entries[text] : undefined;
}

/** The values of the industry field that the field can have, that deals have, or that are mapped. */
export function industryValues(connection: ConnectionDetail, values: SettingsValues) {
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
