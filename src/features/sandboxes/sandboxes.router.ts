import { z } from 'zod';
import { router, teamProcedure } from '../../operation/procedure.ts';
import { ok } from '../../shared/schema/ok.ts';
import { beginRemoval, beginReset, renameSandbox, setSeats } from './change-sandbox.ts';
import { createSandbox } from './create-sandbox.ts';
import { listSandboxes } from './list-sandboxes.ts';
import {
  createdSandbox,
  createSandboxInput,
  renameSandboxInput,
  sandboxIdInput,
  sandboxList,
  setSeatsInput,
} from './sandboxes.schema.ts';

export const sandboxesRouter = router({
  list: teamProcedure('see_team')
    .input(z.strictObject({}))
    .output(sandboxList)
    .query(({ ctx }) => listSandboxes(ctx)),

  create: teamProcedure('make_sandboxes')
    .input(createSandboxInput)
    .output(createdSandbox)
    .mutation(({ ctx, input }) => createSandbox(ctx, input)),

  rename: teamProcedure('make_sandboxes')
    .input(renameSandboxInput)
    .output(ok)
    .mutation(({ ctx, input }) => renameSandbox(ctx, input.sandbox_id, input.name)),

  setSeats: teamProcedure('make_sandboxes')
    .input(setSeatsInput)
    .output(ok)
    .mutation(({ ctx, input }) => setSeats(ctx, input.seats)),

  reset: teamProcedure('end_sandboxes')
    .input(sandboxIdInput)
    .output(ok)
    .mutation(({ ctx, input }) => beginReset(ctx, input.sandbox_id)),

  remove: teamProcedure('end_sandboxes')
    .input(sandboxIdInput)
    .output(ok)
    .mutation(({ ctx, input }) => beginRemoval(ctx, input.sandbox_id)),
});
