import type { AuditEntry } from '../../../features/audit-log/audit-log.schema.ts';
import { actionText } from '../../../features/audit-log/audit-names.schema.ts';
import { Time } from '../../session/time.tsx';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Who } from '../../thread/who.tsx';
import { Table } from '../../ui/table.tsx';
import type { Column } from '../../ui/table-row.tsx';
import { TwoLines } from '../../ui/two-lines.tsx';
import type { RowTarget } from '../../ui/use-filters.ts';
import { fieldText } from './field-texts.ts';
import { TargetName } from './target.tsx';
import { auditTexts } from './texts.ts';

type Props = { rows: readonly AuditEntry[]; to: (entry: AuditEntry) => RowTarget };

export function AuditTable({ rows, to }: Props) {
  const t = useTexts(auditTexts);
  const language = useLanguage();
  const columns: Column<AuditEntry>[] = [
    {
      id: 'what',
      title: t.what,
      cell: ({ action, actor, target }, hides) => (
        <TwoLines
          more={
            hides('object') && (
              <>
                <TargetName target={target} />
                {hides('who') ? (
                  <>
                    {' · '}
                    <Who actor={actor} />
                  </>
                ) : null}
              </>
            )
          }
        >
          <span className="font-medium">{actionText(action, t)}</span>
        </TwoLines>
      ),
    },
    {
      id: 'object',
      title: t.object,
      dropped: 'second',
      cell: ({ target }) => <TargetName target={target} />,
    },
    {
      id: 'changes',
      title: t.changes,
      dropped: 'first',
      width: 176,
      cell: ({ changes }) => (
        <span className="text-soft">
          {changes.map(({ field }) => fieldText(field, language) ?? field).join(', ')}
        </span>
      ),
    },
    {
      id: 'who',
      title: t.who,
      dropped: 'last',
      width: 160,
      cell: ({ actor }) => <Who actor={actor} isLink />,
    },
    {
      id: 'time',
      title: t.time,
      width: 152,
      narrow: 128,
      cell: ({ at }) => <Time at={at} shows="wide" />,
    },
  ];
  return <Table columns={columns} keyOf={({ id }) => id} label={t.what} to={to} rows={rows} />;
}
