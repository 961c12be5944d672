import { z } from 'zod';
import { router, teamProcedure } from '../../operation/procedure.ts';
import { ok } from '../../shared/schema/ok.ts';
import {
  renameViewInput,
  savedViewId,
  savedViews,
  saveViewInput,
  viewIdInput,
} from './saved-views.schema.ts';
import { listViews, removeView, renameView, saveView } from './saved-views.ts';

/** The lists with filters that a person has saved. Nobody else sees them. */
export const savedViewsRouter = router({
  list: teamProcedure('see_own_views')
    .input(z.strictObject({}))
    .output(savedViews)
    .query(({ ctx }) => listViews(ctx)),

  save: teamProcedure('change_own_views')
    .input(saveViewInput)
    .output(savedViewId)
    .mutation(({ ctx, input }) => saveView(ctx, input)),

  rename: teamProcedure('change_own_views')
    .input(renameViewInput)
    .output(ok)
    .mutation(({ ctx, input }) => renameView(ctx, input)),

  remove: teamProcedure('change_own_views')
    .input(viewIdInput)
    .output(ok)
    .mutation(({ ctx, input }) => removeView(ctx, input)),
});
