import { router, teamProcedure } from '../../operation/procedure.ts';
import { findThings } from './find-things.ts';
import { findInput, foundThings } from './search.schema.ts';

export const searchRouter = router({
  find: teamProcedure('see_team', { name: 'search.find', section: 'Search', personal: 'found' })
    .input(findInput)
    .output(foundThings)
    .query(({ ctx, input }) => findThings(ctx, input)),
});
