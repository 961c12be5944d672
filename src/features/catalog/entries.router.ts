import { z } from 'zod';
import { router, teamProcedure } from '../../operation/procedure.ts';
import { ok } from '../../shared/schema/ok.ts';
import { addEntry, changeEntry } from './change-entry.ts';
import {
  addEntryInput,
  addedRule,
  addRuleInput,
  catalogEntries,
  catalogEntry,
  catalogRulesOutput,
  changeEntryInput,
  entriesInput,
  entryIdInput,
  entryUse,
  releasedNow,
  releaseInput,
  ruleIdInput,
} from './entries.schema.ts';
import { getEntryUse, listEntries } from './list-entries.ts';
import { releaseEntries } from './release-entries.ts';
import { addRule, listRules, removeRule } from './team-rules.ts';

/** The procedures with which admins arrange the catalog of their team. */
export const entriesRouter = router({
  entries: teamProcedure('arrange_catalog')
    .input(entriesInput)
    .output(catalogEntries)
    .query(({ ctx, input }) => listEntries(ctx, input.dimension)),

  entryUse: teamProcedure('arrange_catalog', {
    name: 'catalog.entryUse',
    section: 'Catalog and analytics',
    personal: 'entry_use',
  })
    .input(entryIdInput)
    .output(entryUse)
    .query(({ ctx, input }) => getEntryUse(ctx, input.entry_id)),

  release: teamProcedure('arrange_catalog')
    .input(releaseInput)
    .output(releasedNow)
    .mutation(({ ctx, input }) => releaseEntries(ctx, input)),

  addEntry: teamProcedure('arrange_catalog')
    .input(addEntryInput)
    .output(catalogEntry)
    .mutation(({ ctx, input }) => addEntry(ctx, input)),

  changeEntry: teamProcedure('arrange_catalog')
    .input(changeEntryInput)
    .output(catalogEntry)
    .mutation(({ ctx, input }) => changeEntry(ctx, input)),

  rules: teamProcedure('arrange_catalog')
    .input(z.strictObject({}))
    .output(catalogRulesOutput)
    .query(({ ctx }) => listRules(ctx)),

  addRule: teamProcedure('arrange_catalog')
    .input(addRuleInput)
    .output(addedRule)
    .mutation(({ ctx, input }) => addRule(ctx, input)),

  removeRule: teamProcedure('arrange_catalog')
    .input(ruleIdInput)
    .output(ok)
    .mutation(({ ctx, input }) => removeRule(ctx, input.rule_id)),
});
