import { useInfiniteQuery } from '@tanstack/react-query';
import { nextPage, trpc } from '../../api/client.ts';
import { useMay } from '../../session/session.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { late } from '../../ui/late.tsx';
import { ListView } from '../../ui/list-view.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { useFilters } from '../../ui/use-filters.ts';
import { CaseTable } from './case-table.tsx';
import { OpenCase } from './open-case.tsx';
import { ownCasesPage } from './page.ts';
import { caseTexts } from './texts.ts';

const CreateDialog = late(() => import('./create-dialog.tsx').then((part) => part.CreateDialog));

/** The private cases of the person, which nobody else sees. */
export function OwnCasesPage() {
  const t = useTexts(caseTexts);
  const language = useLanguage();
  const [filters, setFilters] = useFilters(['case', 'new'], { drawers: ['case', 'new'] });
  const list = useInfiniteQuery(trpc.cases.listOwn.infiniteQueryOptions({ limit: '50' }, nextPage));
  const mayCreate = useMay('change_own_cases');
  const create = mayCreate ? (
    <Button icon="plus" look="primary" onClick={() => setFilters({ new: '1' })}>
      {t.create}
    </Button>
  ) : null;
  const nothing = (
    <Empty icon="case" title={t.ownEmpty}>
      {t.ownEmptyMore}
    </Empty>
  );
  return (
    <>
      <PageHeader actions={create} lead={t.ownLead} title={ownCasesPage.title[language]} />
      <ListView empty={nothing} isTable list={list}>
        {(rows) => <CaseTable isOwn to={({ id }) => ({ case: id })} rows={rows} />}
      </ListView>
      {filters.new && mayCreate ? (
        <CreateDialog isOwn onClose={() => setFilters({ new: '' })} />
      ) : null}
      {filters.case ? (
        <OpenCase
          id={filters.case}
          isOwn
          key={filters.case}
          onClose={() => setFilters({ case: '' })}
        />
      ) : null}
    </>
  );
}
