import { useQuery } from '@tanstack/react-query';
import type { ArrangedEntry, EntryUse } from '../../../features/catalog/entries.schema.ts';
import { client, trpc } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { numberText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { catalogTexts } from './texts.ts';

type Props = { entry: ArrangedEntry; name: string; onClose: () => void };

/** Withdraws an entry. Before the person confirms, it says what uses the entry now. */
export function WithdrawDialog({ entry, name, onClose }: Props) {
  const t = useTexts(catalogTexts);
  const { data } = useQuery(trpc.catalog.entryUse.queryOptions({ entry_id: entry.id }));
  const withdraw = useAction(client.catalog.release.mutate, (_, { entry_ids }) => {
    const undo = () => client.catalog.release.mutate({ entry_ids, released: true });
    showToast(t.withdrawn, { undo });
  });
  return (
    <Confirm
      action={withdraw}
      input={{ entry_ids: [entry.id], released: false }}
      onClose={onClose}
      title={t.withdrawTitle(name)}
      verb={t.withdraw}
    >
      <p>{t.withdrawMore}</p>
      <p className="font-medium text-ink" data-testid="use">
        {data ? <Use use={data} /> : t.counting}
      </p>
    </Confirm>
  );
}

function Use({ use: { open_assignments, policies, rules } }: { use: EntryUse }) {
  const t = useTexts(catalogTexts);
  const language = useLanguage();
  const count = (value: number) => numberText(value, language);
  return open_assignments === null
    ? t.countsHidden(count(policies), count(rules))
    : t.use(count(open_assignments), count(policies), count(rules));
}
