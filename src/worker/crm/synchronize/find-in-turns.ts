import { ownTurn } from '../../../shared/long-work.ts';
import type { CheckedPage } from './check-page.ts';
import type { FindObjections, FoundObjection } from './claimed-connection.ts';

/** About how long one turn of the event loop may take, so that the deliveries of the same worker go on. */
const TURN_MS = 4;

/**
 * Looks for objections in all texts of a page, before its transaction begins. Returns a function that gives
 * the objections in a text.
 */
export async function findInTurns(
  load: () => Promise<FindObjections>,
  { deals, notes }: Pick<CheckedPage, 'deals'> & { notes: readonly { body: string }[] },
): Promise<FindObjections> {
  const isSilent = ({ lostReason, objections }: CheckedPage['deals'][number]) =>
    lostReason === null && objections.length === 0;
  if (notes.length === 0 && deals.every(isSilent)) return () => [];
  const find = await load();
  const found = new Map<string, FoundObjection[]>();
  let until = performance.now() + TURN_MS;
  const read: FindObjections = (passage) => {
    const key = `${passage.source} ${passage.body}`;
    const known = found.get(key) ?? find(passage);
    found.set(key, known);
    return known;
  };
  const visit = async (passage: Parameters<FindObjections>[0]): Promise<void> => {
    read(passage);
    if (performance.now() < until) return;
    await ownTurn();
    until = performance.now() + TURN_MS;
  };
  for (const { lostReason, objections } of deals) {
    if (lostReason?.trim()) await visit({ source: 'lost_reason', body: lostReason });
    for (const body of objections) if (body.trim()) await visit({ source: 'field', body });
  }
  for (const { body } of notes) await visit({ source: 'note', body });
  return read;
}
