import { z } from 'zod';
import type { CrmApi } from '../crm-api.ts';
import { crmText } from '../crm-fields.ts';
import { readShape } from '../read-shape.ts';
import { DATA, isFieldName, salesforceId } from './soql.ts';

const field = z.object({
  name: z.string().refine(isFieldName),
  label: crmText,
  type: z.string(),
  picklistValues: z
    .array(z.object({ value: crmText, label: crmText, active: z.boolean().nullish() }))
    .nullish(),
});

const description = z.object({
  fields: z
    .array(field.nullable().catch(null))
    .transform((fields) => fields.filter((one) => one !== null)),
  recordTypeInfos: z
    .array(
      z.object({
        recordTypeId: salesforceId,
        name: crmText,
        active: z.boolean().nullish(),
        master: z.boolean().nullish(),
      }),
    )
    .nullish()
    .catch(null),
});
export type Description = z.output<typeof description>;

/** The fields of an object that these credentials may see. Null if they may not see the object. */
export async function describe(
  api: CrmApi,
  object: 'Opportunity' | 'Account',
): Promise<Description | null> {
  const path = `${DATA}/sobjects/${object}/describe`;
  const { status, body } = await api.send({ path, accept: [404] });
  return status === 404 ? null : readShape(description, body);
}
