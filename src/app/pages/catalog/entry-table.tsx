import type { ArrangedEntry } from '../../../features/catalog/entries.schema.ts';
import { DEFAULT_LANGUAGE, namedIn, nextLanguage } from '../../../shared/language/language.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Switch } from '../../ui/check.tsx';
import { CopyableId } from '../../ui/copyable-id.tsx';
import { State } from '../../ui/state.tsx';
import { Table } from '../../ui/table.tsx';
import type { Column } from '../../ui/table-row.tsx';
import { catalogTexts } from './texts.ts';

type Props = {
  rows: readonly ArrangedEntry[];
  onEdit: (entry: ArrangedEntry) => void;
  onToggle: (entry: ArrangedEntry) => void;
};

/** Shows both labels side by side, so that people notice one that is missing or wrong. */
export function EntryTable({ rows, onEdit, onToggle }: Props) {
  const t = useTexts(catalogTexts);
  const language = useLanguage();
  const other = nextLanguage(language);
  const titles = { de: t.name, en: t.nameEn };
  const columns: Column<ArrangedEntry>[] = [
    {
      id: 'name',
      title: titles[language],
      cell: (entry, hides) => (
        <span className="flex items-center gap-1.5">
          <span className="truncate font-medium">{namedIn(entry.names, language) ?? entry.id}</span>
          {/* In place of its column. */}
          {hides('origin') ? <Edit entry={entry} onEdit={onEdit} /> : null}
        </span>
      ),
    },
    {
      id: 'other',
      title: titles[other],
      dropped: 'second',
      cell: ({ names }) => <span className="text-soft">{names[other] ?? t.noName}</span>,
    },
    {
      id: 'id',
      title: 'ID',
      dropped: 'first',
      width: 224,
      cell: ({ id }) => <CopyableId id={id} />,
    },
    {
      id: 'origin',
      title: t.origin,
      dropped: 'last',
      width: 128,
      cell: (entry) => <Origin entry={entry} onEdit={onEdit} />,
    },
    {
      id: 'released',
      title: t.released,
      width: 112,
      cell: (entry) => (
        <Switch
          checked={entry.released}
          disabled={entry.discontinued}
          label={
            <span className="hidden-text">
              {t.releaseOf(namedIn(entry.names, language) ?? entry.id)}
            </span>
          }
          onChange={() => onToggle(entry)}
        />
      ),
    },
  ];
  return <Table columns={columns} keyOf={({ id }) => id} label={t.released} rows={rows} />;
}

type OriginProps = { entry: ArrangedEntry; onEdit: (entry: ArrangedEntry) => void };

function Origin({ entry, onEdit }: OriginProps) {
  const t = useTexts(catalogTexts);
  if (entry.discontinued) return <State is="discontinued" noun="catalogEntry" />;
  if (!entry.own) return <span className="text-soft">{t.ofProduct}</span>;
  return (
    <span className="flex items-center gap-1.5">
      <Badge tone="accent">{t.own}</Badge>
      <Edit entry={entry} onEdit={onEdit} />
    </span>
  );
}

function Edit({ entry, onEdit }: OriginProps) {
  const t = useTexts(catalogTexts);
  if (!entry.own || entry.discontinued) return null;
  return (
    <IconButton
      icon="pencil"
      label={`${t.edit}: ${namedIn(entry.names, DEFAULT_LANGUAGE) ?? entry.id}`}
      onClick={() => onEdit(entry)}
    />
  );
}
