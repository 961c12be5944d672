import type { PrismaCall } from '../../operation/call.ts';
import { type Names, replacersOf } from '../erasure/replace-names.ts';
import type { ErasurePreview } from './erasure.schema.ts';

/** How many forms of names are in memory at once. */
const MOST_FORMS = 50;

/** The webhook endpoints of the team whose URL contains one of these names or addresses, also percent-encoded. */
export async function findUrlsOfPerson(
  { db, prisma }: PrismaCall,
  names: Names,
): Promise<ErasurePreview['urls']> {
  const endpoints = await prisma.webhookEndpoint.findMany({
    where: { tenant_id: db.tenantId, deleted_at: null },
    orderBy: { id: 'asc' },
    select: { id: true, url: true },
  });
  if (endpoints.length === 0) return [];
  const texts = endpoints.map(({ id, url }) => ({ endpoint_id: id, url, text: readable(url) }));
  const found = new Set<string>();
  for await (const replacer of replacersOf(names, MOST_FORMS)) {
    await replacer.prepare(texts.map(({ text }) => text));
    for (const { endpoint_id, text } of texts) {
      // A plus in a query is a blank, and may also be a part of an address.
      const ways = [text, text.replaceAll('+', ' ')];
      if (ways.some((way) => replacer.text(way) !== undefined)) found.add(endpoint_id);
    }
  }
  return texts.flatMap(({ endpoint_id, url }) =>
    found.has(endpoint_id) ? [{ endpoint_id, url }] : [],
  );
}

/** The URL as words: an address may not stand beside signs that it could contain itself. */
function readable(url: string): string {
  const decoded = url.replaceAll(/(?:%[0-9a-f]{2})+/gi, (part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  });
  return decoded.replaceAll(/[/?&=#]+/g, ' ');
}
