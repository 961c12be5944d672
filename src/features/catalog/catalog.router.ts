import { jsonOf, operation, router } from '../../operation/procedure.ts';
import { catalog, getCatalogInput } from './catalog.schema.ts';
import { getCatalog } from './get-catalog.ts';

/** What programs see of the catalog. Admins arrange it through `entries.router.ts`. */
export const catalogRouter = router({
  get: operation(
    { scope: 'catalog:read', needsMemberDetail: false, app: 'see_catalog' },
    {
      method: 'GET',
      path: '/catalog',
      operationId: 'getCatalog',
      sdk: 'catalog.get',
      tag: 'Catalog and analytics',
      summary: 'Get the catalog',
      description:
        'What the team has released and its policy allows. `Accept-Language` decides the language of the labels. With `member_id`: what the policy of this member allows. A combination of one situation, one personality and one industry of that answer is accepted for the member unless one of its `rules` excludes it.',
      errors: ['not_found'],
      // Its labels follow `Accept-Language` (D78).
      localised: true,
    },
  )
    .input(getCatalogInput)
    .output(jsonOf(catalog))
    .query(({ ctx, input }) => getCatalog(ctx, input.member_id)),
});
