import { z } from 'zod';
import { openProcedure, operation, router } from '../../operation/procedure.ts';
import { ok } from '../../shared/ok.ts';
import { acceptLink } from './accept-link.ts';
import { me } from './account.schema.ts';
import { getMe } from './get-me.ts';
import { inspectLink } from './inspect-link.ts';
import { acceptLinkInput, linkContent, linkTokenInput } from './link.schema.ts';

export const accountRouter = router({
  me: operation(
    { scope: null, needsMemberDetail: false, app: 'use_api_key' },
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

  inspectLink: openProcedure('visit')
    .input(linkTokenInput)
    .output(linkContent)
    // A mutation, because the input of a query stands in the URL, and URLs are logged.
    .mutation(({ ctx, input }) => inspectLink(ctx, input.token)),

  acceptLink: openProcedure('visit')
    .input(acceptLinkInput)
    .output(ok)
    .mutation(({ ctx, input }) => acceptLink(ctx, input)),
});
