import { expect, test } from 'vitest';
import { z } from 'zod';
import { fieldText } from '../../src/app/pages/audit-log/field-texts.ts';
import { assignmentEdits } from '../../src/features/assignments/assignments.schema.ts';
import { caseEdits } from '../../src/features/cases/cases.schema.ts';
import { memberEdits } from '../../src/features/members/members.schema.ts';
import { endpointEdits } from '../../src/features/webhooks/webhooks.schema.ts';
import { DEFAULT_LANGUAGE } from '../../src/shared/language/language.ts';
import { editVersion } from '../../src/shared/schema/edit-version-input.ts';
import { procedures } from '../harness/app-answers.ts';
import { newName } from '../harness/idempotent-calls.ts';
import { sourcesIn } from '../harness/sources.ts';
import { useApi } from '../harness/use-api.ts';
import { makeGlobalCatalog, makeWorld } from '../harness/world.ts';
import { callerFor, changesTeam, SERVICE_TOKEN } from '../trpc/harness/callers.ts';
import { validInput } from '../trpc/harness/inputs.ts';
import { post } from '../trpc/harness/keyed.ts';

const api = useApi({ env: { SERVICE_TOKEN } });

/** Requires a name of each field for the readers of the audit log. */
function expectNamed(fields: readonly string[]): void {
  const unnamed = fields.filter((field) => !fieldText(field, DEFAULT_LANGUAGE));
  const where = 'in the *-fields.schema.ts of the noun, or src/app/pages/audit-log/field-texts.ts';
  expect(unnamed, `Name these fields ${where}`).toEqual([]);
}

/** What people edit and REST can edit too. */
const edits = { assignmentEdits, caseEdits, endpointEdits, memberEdits };

test.each(Object.entries(edits))('each field of %s has a name for readers', (_, fields) => {
  expectNamed(fields);
});

test('no list of edited fields is missing above', () => {
  const lists = sourcesIn('src/features').flatMap(({ text }) =>
    [...text.matchAll(/^export const (\w+Edits)\b/gm)].map(([, name]) => name),
  );
  expect(lists.sort()).toEqual(Object.keys(edits).sort());
});

const shapeOf = (schema: unknown): Record<string, unknown> =>
  schema instanceof z.ZodObject ? schema.shape : {};

/** What the app alone edits: the call gives the version of what the person saw. */
const ofApp = procedures.filter(({ input }) => {
  const { version } = shapeOf(input);
  return version === editVersion;
});

/** These name what is edited, and are not edited themselves. */
const ids = ['case_id', 'connection_id', 'entry_id', 'key_id', 'member_id', 'version'];

test.each(ofApp)('each field that $name changes has a name for readers', ({ input }) => {
  const { settings, ...shape } = shapeOf(input);
  const inside = settings instanceof z.ZodOptional ? shapeOf(settings.unwrap()) : {};
  expect(Object.keys(inside).length > 0).toBe(settings !== undefined);
  const fields = Object.keys({ ...shape, ...inside }).filter((field) => !ids.includes(field));
  expectNamed(fields);
});

test('each field in the audit entries of all changes of the app has a name for readers', async () => {
  await makeGlobalCatalog(api());
  const world = await makeWorld(api());
  for (const procedure of procedures.filter(changesTeam)) {
    const caller = await callerFor(procedure, world);
    await post(caller, newName(), procedure.name, await validInput(procedure, world, caller));
  }
  // `changed` lists fields, and is none itself.
  const { rows } = await api().sql.query<{ field: string }>(
    `select distinct field from audit_entry,
       jsonb_object_keys(coalesce(changes, '{}') - 'changed' || coalesce(before, '{}')) as field
     union
     select jsonb_array_elements_text(changes -> 'changed') from audit_entry`,
  );
  const fields = rows.map(({ field }) => field);
  expect(fields.length).toBeGreaterThan(20);
  expectNamed(fields);
});
