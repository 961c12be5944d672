import { useState } from 'react';
import { catalogDimensions } from '../../../features/catalog/catalog-dimensions.ts';
import { teamTexts } from '../../team/texts.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Button } from '../../ui/button.tsx';
import { late } from '../../ui/late.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useFilters } from '../../ui/use-filters.ts';
import { EntryList } from './entry-list.tsx';
import { catalogPage } from './page.ts';
import { RuleList } from './rule-list.tsx';
import { catalogTexts } from './texts.ts';

const AddEntryDialog = late(() =>
  import('./add-entry-dialog.tsx').then((part) => part.AddEntryDialog),
);
const AddRuleDialog = late(() =>
  import('./add-rule-dialog.tsx').then((part) => part.AddRuleDialog),
);

/** The five lists of the catalog, and the rules over them. */
export function CatalogPage() {
  const t = useTexts(catalogTexts);
  const team = useTexts(teamTexts);
  const title = catalogPage.title[useLanguage()];
  const [filters, setFilters] = useFilters(['list'], { tabs: ['list'] });
  const [isAdding, setIsAdding] = useState(false);
  const dimension = catalogDimensions.find((one) => one === filters.list) ?? 'situation';
  const isRules = filters.list === 'rules';
  const tabs = [
    ...catalogDimensions.map((value) => ({
      value,
      label: team.dimensions[value],
      content: <EntryList dimension={value} />,
    })),
    { value: 'rules' as const, label: t.rules, content: <RuleList /> },
  ];
  const close = () => setIsAdding(false);
  return (
    <>
      <PageHeader
        actions={
          <Button icon="plus" look="primary" onClick={() => setIsAdding(true)}>
            {isRules ? t.addRule : t.add}
          </Button>
        }
        lead={t.lead}
        title={title}
      />
      <Tabs
        label={title}
        onChange={(list) => setFilters({ list: list === 'situation' ? '' : list })}
        tabs={tabs}
        value={isRules ? 'rules' : dimension}
      />
      {isAdding && isRules ? <AddRuleDialog onClose={close} /> : null}
      {isAdding && !isRules ? <AddEntryDialog dimension={dimension} onClose={close} /> : null}
    </>
  );
}
