import { z } from 'zod';
import { jsonOf, operation, router } from '../../operation/procedure.ts';
import { catalog } from './catalog.schema.ts';
import { getCatalog } from './get-catalog.ts';

export const catalogRouter = router({
  get: operation(
    { scope: 'catalog:read', needsMemberDetail: false, app: 'see_catalog' },
    {
      method: 'GET',
      path: '/catalog',
      operationId: 'getCatalog',
      tag: 'Catalog and analytics',
      summary: 'Get the catalog',
      description:
        'What the team has released and its policy allows. `Accept-Language` decides the language of the labels.',
      // Its labels follow `Accept-Language` (D78).
      localised: true,
    },
  )
    .input(z.strictObject({}))
    .output(jsonOf(catalog))
    .query(({ ctx }) => getCatalog(ctx)),
});
