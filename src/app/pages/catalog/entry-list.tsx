import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CatalogDimension } from '../../../features/catalog/catalog-dimensions.ts';
import type { ArrangedEntry } from '../../../features/catalog/entries.schema.ts';
import { namedIn } from '../../../shared/language/language.ts';
import { client, trpc } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Empty } from '../../ui/empty.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { late } from '../../ui/late.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { EntryTable } from './entry-table.tsx';
import { catalogTexts } from './texts.ts';

const EditEntryDialog = late(() =>
  import('./edit-entry-dialog.tsx').then((part) => part.EditEntryDialog),
);
const WithdrawDialog = late(() =>
  import('./withdraw-dialog.tsx').then((part) => part.WithdrawDialog),
);

/** One list of the catalog. The server answers all five lists at once. */
export function EntryList({ dimension }: { dimension: CatalogDimension }) {
  const t = useTexts(catalogTexts);
  const language = useLanguage();
  const read = useQuery(trpc.catalog.entries.queryOptions({}));
  const { data } = read;
  const [edited, setEdited] = useState<ArrangedEntry | null>(null);
  const [withdrawn, setWithdrawn] = useState<ArrangedEntry | null>(null);
  const release = useAction(client.catalog.release.mutate, (_, { entry_ids }) => {
    const undo = () => client.catalog.release.mutate({ entry_ids, released: false });
    showToast(t.releasedNow, { undo });
  });
  const rows = (data ?? []).filter((entry) => entry.dimension === dimension);
  const toggle = (entry: ArrangedEntry) => {
    if (entry.released) setWithdrawn(entry);
    else void release.run({ entry_ids: [entry.id], released: true });
  };
  const table = <EntryTable onEdit={setEdited} onToggle={toggle} rows={rows} />;
  if (!data) {
    return (
      <NotLoaded isList read={read}>
        {table}
      </NotLoaded>
    );
  }
  return (
    <div className="grid gap-3">
      <FailureNotice error={release.error} />
      {rows.length === 0 ? <Empty icon="catalog" title={t.empty} /> : table}
      {edited ? <EditEntryDialog entry={edited} onClose={() => setEdited(null)} /> : null}
      {withdrawn ? (
        <WithdrawDialog
          entry={withdrawn}
          name={namedIn(withdrawn.names, language) ?? withdrawn.id}
          onClose={() => setWithdrawn(null)}
        />
      ) : null}
    </div>
  );
}
