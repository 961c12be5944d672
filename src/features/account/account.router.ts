import { z } from 'zod';
import { operation, router } from '../../operation/procedure.ts';
import { me } from './account.schema.ts';
import { getMe } from './get-me.ts';

export const accountRouter = router({
  me: operation(
    { scope: null, needsMemberDetail: false },
    {
      method: 'GET',
      path: '/me',
      operationId: 'getMe',
      tag: 'Account',
      summary: 'Get the key in use',
      description: 'The team, scopes and limits of the key that makes the request.',
    },
  )
    .input(z.strictObject({}))
    .output(me)
    .query(({ ctx }) => getMe(ctx.actor)),
});
