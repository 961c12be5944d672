import { jsonOf, operation, router } from '../../operation/procedure.ts';
import { docText } from '../../shared/schema/doc-text.ts';
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
      summary: docText({ en: 'Get the catalog', de: 'Den Katalog lesen' }),
      description: docText({
        en: 'What the team has released and its policy allows. `Accept-Language` decides the language of the labels. With `member_id`: what the policy of this member allows. A combination of one situation, one personality and one industry of that answer is accepted for the member unless one of its `rules` excludes it.',
        de: 'Was das Team freigegeben hat und seine Vorgabe erlaubt. `Accept-Language` bestimmt die Sprache der Namen. Mit `member_id`: was die Vorgabe dieses Mitglieds erlaubt. Eine Kombination aus einer Situation, einer Persönlichkeit und einer Branche dieser Antwort wird für das Mitglied angenommen, wenn keine ihrer `rules` sie ausschließt.',
      }),
      errors: ['not_found'],
      // Its labels follow `Accept-Language` (D78).
      localised: true,
    },
  )
    .input(getCatalogInput)
    .output(jsonOf(catalog))
    .query(({ ctx, input }) => getCatalog(ctx, input.member_id)),
});
