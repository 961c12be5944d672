import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CatalogRule } from '../../../features/catalog/entries.schema.ts';
import { namedIn } from '../../../shared/language/language.ts';
import { client, trpc } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Empty } from '../../ui/empty.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { Table } from '../../ui/table.tsx';
import type { Column } from '../../ui/table-row.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { catalogTexts } from './texts.ts';

/** The rules of the product and those of the team. The team can remove its own. */
export function RuleList() {
  const t = useTexts(catalogTexts);
  const language = useLanguage();
  const read = useQuery(trpc.catalog.rules.queryOptions({}));
  const { data } = read;
  const [removed, setRemoved] = useState<CatalogRule | null>(null);
  const namesOf = ({ entries }: CatalogRule) =>
    entries.map(({ id, names }) => namedIn(names, language) ?? id).join(' + ');
  const columns: Column<CatalogRule>[] = [
    {
      id: 'entries',
      title: t.excluded,
      cell: (rule) => (
        <span className="block py-2 font-medium whitespace-normal">{namesOf(rule)}</span>
      ),
    },
    {
      id: 'origin',
      title: t.origin,
      dropped: 'last',
      width: 128,
      cell: ({ own }) =>
        own ? (
          <Badge tone="accent">{t.own}</Badge>
        ) : (
          <span className="text-soft">{t.ofProduct}</span>
        ),
    },
    {
      id: 'remove',
      title: t.removeRule,
      hidesTitle: true,
      width: 112,
      narrow: 96,
      align: 'right',
      cell: (rule) =>
        rule.own ? (
          <Button
            aria-label={t.removeRuleOf(namesOf(rule))}
            look="quiet"
            onClick={() => setRemoved(rule)}
            size="sm"
          >
            {t.removeRule}
          </Button>
        ) : null,
    },
  ];
  const table = (
    <Table columns={columns} keyOf={({ id }) => id} label={t.rules} rows={data ?? []} />
  );
  return (
    <div className="grid gap-4">
      <p className="max-w-2xl text-soft">{t.rulesLead}</p>
      <NotLoaded isList read={read}>
        {table}
      </NotLoaded>
      {data?.length === 0 ? <Empty icon="policy" title={t.noRules} /> : null}
      {data && data.length > 0 ? table : null}
      {removed ? (
        <RemoveRule names={namesOf(removed)} onClose={() => setRemoved(null)} rule={removed} />
      ) : null}
    </div>
  );
}

type RemoveProps = { rule: CatalogRule; names: string; onClose: () => void };

function RemoveRule({ rule, names, onClose }: RemoveProps) {
  const t = useTexts(catalogTexts);
  const remove = useAction(client.catalog.removeRule.mutate, () => {
    showToast(t.ruleRemoved);
  });
  return (
    <Confirm
      action={remove}
      input={{ rule_id: rule.id }}
      onClose={onClose}
      title={t.removeRuleTitle}
      verb={t.removeRule}
    >
      <p>{t.removeRuleMore(names)}</p>
    </Confirm>
  );
}
