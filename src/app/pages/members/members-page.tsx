import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { MemberInApp } from '../../../features/members/members-in-app.schema.ts';
import { trpc } from '../../api/client.ts';
import { useMay } from '../../session/session.ts';
import { AssignForm } from '../../team/assign/use-assign.tsx';
import { ListExport } from '../../team/list-export.tsx';
import { numberText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ColumnOrder } from '../../ui/filter/column-order.tsx';
import { Facets } from '../../ui/filter/facets.tsx';
import { late } from '../../ui/late.tsx';
import { ListView } from '../../ui/list-view.tsx';
import { Listing } from '../../ui/listing.tsx';
import { ListSkeleton } from '../../ui/not-loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import type { Sorting } from '../../ui/table-head.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useFilters } from '../../ui/use-filters.ts';
import { formerTexts } from './former-texts.ts';
import { MemberFilters } from './member-filters.tsx';
import { MemberTable } from './member-table.tsx';
import { membersPage } from './page.ts';
import { memberTexts } from './texts.ts';
import { UnsentNotice } from './unsent-notice.tsx';
import { useMemberVerbs } from './use-member-verbs.ts';
import { memberSorting, useMembers } from './use-members.ts';

/** The tab of the owner is loaded late: few visits open it. */
const FormerMembers = late(
  () => import('./former-members.tsx').then((part) => part.FormerMembers),
  () => <ListSkeleton />,
);
const WithdrawDialog = late(() =>
  import('./removal-dialogs.tsx').then((part) => part.WithdrawDialog),
);
const InviteDialog = late(() => import('./invite-dialog.tsx').then((part) => part.InviteDialog));

export function MembersPage() {
  const t = useTexts(memberTexts);
  const language = useLanguage();
  const mayInvite = useMay('invite_members');
  const [filters, setFilters] = useFilters(['search', 'role', 'status', 'sort', 'invite'], {
    drawers: ['invite'],
  });
  const [{ view }] = useFilters(['view'], { tabs: ['view'] });
  const { data: team } = useQuery(trpc.team.get.queryOptions({}));
  const { list, role, status } = useMembers(filters);
  const [first] = list.data?.pages ?? [];
  const sorting = memberSorting(filters.sort, (sort) => setFilters({ sort }));
  const seats = team
    ? t.seats(numberText(team.seats_taken, language), numberText(team.seats, language))
    : '\u00a0';
  const invite = (
    <Button icon="plus" look="primary" onClick={() => setFilters({ invite: '1' })}>
      {t.invite}
    </Button>
  );
  return (
    <>
      <PageHeader
        actions={
          <>
            {view === 'former' ? null : (
              <ListExport
                filter={{ role, status }}
                isSearched={Boolean(filters.search?.trim())}
                list="members"
              />
            )}
            {mayInvite ? invite : null}
          </>
        }
        lead={<span className="tabular">{seats}</span>}
        title={membersPage.title[language]}
      />
      <MemberViews>
        <Listing
          filters={
            <>
              <MemberFilters onChange={setFilters} values={{ ...filters, role, status }} />
              <ColumnOrder {...sorting} options={Object.entries(t.orders)} />
              <Facets
                chosen={status}
                counts={list.isError ? null : first?.counts}
                key={`${filters.search ?? ''} ${role ?? ''}`}
                noun="member"
                onChoose={(one) => setFilters({ status: one })}
              />
            </>
          }
          total={first?.counts?.[status ?? 'all']}
        >
          <ListView
            empty={
              <Empty icon="people" title={t.empty}>
                {t.emptyMore}
              </Empty>
            }
            isTable
            list={list}
          >
            {(rows) => <Members rows={rows} sorting={sorting} />}
          </ListView>
        </Listing>
      </MemberViews>
      <AssignForm />
      {filters.invite && mayInvite ? (
        <InviteDialog onClose={() => setFilters({ invite: '' })} />
      ) : null}
    </>
  );
}

function Members({ rows, sorting }: { rows: readonly MemberInApp[]; sorting: Sorting }) {
  const [withdrawn, withdraw] = useState<MemberInApp | null>(null);
  const verbs = useMemberVerbs(withdraw);
  return (
    <>
      <UnsentNotice members={rows} />
      <MemberTable rows={rows} sorting={sorting} verbs={verbs} />
      {withdrawn ? (
        <WithdrawDialog
          member={withdrawn}
          onClose={() => withdraw(null)}
          onDone={() => withdraw(null)}
        />
      ) : null}
    </>
  );
}

/** Tabs for present members and, for the owner, removed members. */
function MemberViews({ children }: { children: ReactNode }) {
  const t = useTexts(formerTexts);
  const seesFormer = useMay('see_former_members');
  const [{ view }, setFilters] = useFilters(['view'], { tabs: ['view'] });
  if (!seesFormer) return children;
  return (
    <Tabs
      label={t.views}
      onChange={(next) => setFilters({ view: next === 'former' ? next : '' })}
      tabs={[
        { value: 'present', label: t.present, content: children },
        { value: 'former', label: t.former, content: <FormerMembers /> },
      ]}
      value={view === 'former' ? 'former' : 'present'}
    />
  );
}
