import { z } from 'zod';
import type { CrmApi } from '../crm-api.ts';
import { hiddenOrThrow } from './hidden.ts';
import { DATA, pathId } from './soql.ts';

const content = z.string().catch('');

/**
 * The whole text of a newer note. Its answer is the text itself, and a composite request cannot have it. Null: the note
 * is gone, or these credentials may not see it.
 */
export async function readContent(api: CrmApi, id: string): Promise<string | null> {
  const path = `${DATA}/sobjects/ContentNote/${pathId(id)}/Content`;
  const answer = await api.send({ path, isText: true, accept: [404] }).catch(hiddenOrThrow);
  return answer === null || answer.status === 404 ? null : content.parse(answer.body);
}
