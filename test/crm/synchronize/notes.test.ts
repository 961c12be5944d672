import { describe, expect, test } from 'vitest';
import type { FindObjections } from '../../../src/worker/crm/synchronize/claimed-connection.ts';
import { rowsWith } from '../../erasure/harness/all-rows.ts';
import { makeTeam } from '../../harness/team.ts';
import { useApi } from '../../harness/use-api.ts';
import { aDeal, aNote, PlainCrm } from '../harness/plain-crm.ts';

const api = useApi();

describe('notes', () => {
  /** An objection for each sentence that contains a category. */
  const bySentence = async (): Promise<FindObjections> => {
    return ({ body }) =>
      body.split('. ').flatMap((text) => {
        const category = ['price', 'budget', 'timing'].find((word) => text.includes(word));
        return category ? [{ category, text, lang: 'en' }] : [];
      });
  };

  test('when a note changes, an unchanged sentence keeps its id and its time', async () => {
    const crm = await PlainCrm.of(await makeTeam(api()), { settings: { notes: true } });
    crm.deals = [aDeal('1000')];
    crm.notes = [aNote('n1', '1000', 'The price is high. The budget is gone. Hello')];
    await crm.synchronize({ loadObjections: bySentence });
    const rows = async () =>
      (
        await api().sql.query(
          'select id, text, created_at from crm_objection where connection_id = $1 order by text',
          [crm.connectionId],
        )
      ).rows;
    const [budget, price] = await rows();
    const body = 'The price is high. The timing is bad. Bye';
    crm.notes = [{ ...aNote('n1', '1000', body), changedAt: new Date() }];
    await crm.synchronize({ loadObjections: bySentence });
    const after = await rows();
    expect(after).toEqual([price, expect.objectContaining({ text: 'The timing is bad' })]);
    expect(after.map(({ id }) => id)).not.toContain(budget?.id);
  });

  test('of a note, only sentences that are objections are stored', async () => {
    const crm = await PlainCrm.of(await makeTeam(api()), { settings: { notes: true } });
    crm.deals = [aDeal('1000')];
    const rest = 'Their quuxgarden was in bloom';
    crm.notes = [
      aNote('n1', '1000', `${rest}. The price is far too high. Call quuxcolleague`),
      aNote('n2', '1000', 'Only quuxchatter'),
      aNote('n3', 'of no deal', 'The price of quuxnobody'),
    ];
    const bad = { ...aNote('n4', '1000', 'The quuxbad price'), dealIds: [''] };
    crm.notes.push(bad);
    await crm.synchronize({ loadObjections: bySentence });
    expect(await rowsWith(api().sql, ['The price is far too high'])).toHaveLength(1);
    expect((await crm.runs()).at(-1)).toMatchObject({ status: 'ok', set_aside: 1 });
    expect(await rowsWith(api().sql, ['quux'])).toEqual([]);
  });
});
