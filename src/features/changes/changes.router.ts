import { jsonOf, operation, router } from '../../operation/procedure.ts';
import { listScopes } from './changed-types.ts';
import { changeList, listChangesInput } from './changes.schema.ts';
import { listChanges } from './list-changes.ts';

export const changesRouter = router({
  list: operation(
    {
      scope: listScopes,
      needsMemberDetail: false,
      personal: 'member',
      app: 'use_api_key',
    },
    {
      method: 'GET',
      path: '/changes',
      operationId: 'listChanges',
      sdk: 'changes.list',
      tag: 'Changes',
      summary: 'Read what has changed',
      description:
        'Keeps a copy whole: without `cursor` everything from the beginning, and from then on whatever has changed, whoever changed it, each object as it is now. When `has_more` is false, what you have put and removed equals the lists. Each type needs the scope of its list. A removed member takes trainings and evaluations along. A cursor expires if deletions after it are no longer known (90 days), if no key of the team has read for 90 days, after a restore and after a reset of the sandbox: the code in `errors` is then `cursor_expired`. Begin again without it.',
    },
  )
    .input(listChangesInput)
    .output(jsonOf(changeList))
    .query(({ ctx, input }) => listChanges(ctx, input)),
});
