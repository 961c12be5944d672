import { z } from 'zod';
import { router, teamProcedure } from '../../operation/procedure.ts';
import { getTeam } from './get-team.ts';
import { ownTeam } from './team.schema.ts';

export const teamRouter = router({
  get: teamProcedure('see_team')
    .input(z.strictObject({}))
    .output(ownTeam)
    .query(({ ctx }) => getTeam(ctx)),
});
