import { z } from 'zod';
import { router, teamProcedure } from '../../operation/procedure.ts';
import { changeTeam } from './change-team.ts';
import { getTeam } from './get-team.ts';
import { changeTeamInput, ownTeam } from './team.schema.ts';

export const teamRouter = router({
  get: teamProcedure('see_team')
    .input(z.strictObject({}))
    .output(ownTeam)
    .query(({ ctx }) => getTeam(ctx)),

  change: teamProcedure('change_team')
    .input(changeTeamInput)
    .output(ownTeam)
    .mutation(({ ctx, input }) => changeTeam(ctx, input)),
});
