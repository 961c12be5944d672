import { z } from 'zod';
import type { CrmApi, CrmResponse } from '../crm-api.ts';
import { DATA, errorCode, hiddenCodes, type Rows, readRows } from './soql.ts';

type Question = { soql: string; resource: 'query' | 'queryAll' };

const composite = z.object({
  compositeResponse: z.array(
    z.object({ referenceId: z.string(), httpStatusCode: z.coerce.number(), body: z.unknown() }),
  ),
});
type Part = z.output<typeof composite>['compositeResponse'][number];

/**
 * Sends up to five queries in one request, which counts once against the customer's quota. Null: the organization does
 * not have the object, or these credentials may not see it. A query without a result was not answered, and can be sent
 * by itself.
 */
export async function queryTogether<Name extends string>(
  api: CrmApi,
  questions: readonly (Question & { name: Name })[],
): Promise<Map<Name, Rows | null>> {
  const compositeRequest = questions.map(({ name, soql, resource }) => ({
    method: 'GET',
    url: `${DATA}/${resource}?q=${encodeURIComponent(soql)}`,
    referenceId: name,
  }));
  const json = { allOrNone: false, compositeRequest };
  const answer = await api.send({ path: `${DATA}/composite`, json, accept: [400, 404] });
  const parts = composite.safeParse(answer.body).data?.compositeResponse ?? [];
  const answered = new Map<Name, Rows | null>();
  for (const { name } of questions) {
    const part = parts.find(({ referenceId }) => referenceId === name);
    if (part?.httpStatusCode === 200) answered.set(name, readRows(bodyOf(part)));
    else if (part && isHidden(part, answer)) answered.set(name, null);
  }
  return answered;
}

function isHidden(part: Part, { header }: CrmResponse): boolean {
  const { httpStatusCode: status } = part;
  return hiddenCodes.has(errorCode({ status, body: bodyOf(part), header }) ?? '');
}

function bodyOf({ body }: Part): CrmResponse['body'] {
  return body as CrmResponse['body'];
}
