import { TimeSlices } from '../../../shared/load/long-work.ts';
import type { CheckedPage } from './check-page.ts';
import type { FindObjections, FoundObjection, ObjectionsOfPage } from './claimed-connection.ts';

/**
 * Looks for objections in all texts of a page, before its transaction begins. Returns a function that gives
 * the objections in a text.
 */
export async function findInSlices(
  load: () => Promise<FindObjections>,
  { deals, notes }: Pick<CheckedPage, 'deals'> & { notes: readonly { body: string }[] },
): Promise<ObjectionsOfPage> {
  const isSilent = ({ lostReason, objections }: CheckedPage['deals'][number]) =>
    lostReason === null && objections.length === 0;
  if (notes.length === 0 && deals.every(isSilent)) return () => [];
  const find = await load();
  const slices = new TimeSlices();
  const newTexts = () => new Map<string, FoundObjection[]>();
  const found = { lost_reason: newTexts(), field: newTexts(), note: newTexts() };
  const read = async (source: keyof typeof found, body: string): Promise<void> => {
    if (!found[source].has(body)) found[source].set(body, await find({ source, body }));
    await slices.pause();
  };
  for (const { lostReason, objections } of deals) {
    if (lostReason?.trim()) await read('lost_reason', lostReason);
    for (const body of objections) if (body.trim()) await read('field', body);
  }
  for (const { body } of notes) await read('note', body);
  return ({ source, body }) => found[source].get(body) ?? [];
}
