import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { DirectoryEntry } from '../../../features/members/directory.schema.ts';
import { MINUTE_MS } from '../../../shared/durations.ts';
import { trpc } from '../../api/client.ts';
import { useMay } from '../../session/session.ts';
import { numberText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { late } from '../../ui/late.tsx';
import { ListView } from '../../ui/list-view.tsx';
import { Listing } from '../../ui/listing.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { useFilters } from '../../ui/use-filters.ts';
import { MemberDrawer } from './member-drawer.tsx';
import { MemberFilters, roles, states } from './member-filters.tsx';
import { MemberTable } from './member-table.tsx';
import { MemberViews } from './member-views.tsx';
import { membersPage } from './page.ts';
import { memberTexts } from './texts.ts';
import { UnsentNotice } from './unsent-notice.tsx';
import { useOpenedMember } from './use-opened-member.ts';

const InviteDialog = late(() => import('./invite-dialog.tsx').then((part) => part.InviteDialog));

const LOOK_MS = 2_000;

/** True for an invitation of the last minute whose mail has neither been sent nor refused. */
function isBeingSent({ invitation }: DirectoryEntry): boolean {
  return invitation?.mail === 'waiting' && Date.now() - Date.parse(invitation.sent_at) < MINUTE_MS;
}

export function MembersPage() {
  const t = useTexts(memberTexts);
  const language = useLanguage();
  const mayInvite = useMay('invite_members');
  const [filters, setFilters] = useFilters(['search', 'role', 'status', 'member', 'invite'], {
    drawers: ['member', 'invite'],
  });
  const { data: team } = useQuery(trpc.team.get.queryOptions({}));
  const role = roles.find((one) => one === filters.role);
  const status = states.find((one) => one === filters.status);
  const list = useInfiniteQuery(
    trpc.members.directory.infiniteQueryOptions(
      {
        limit: '100',
        ...(filters.search?.trim() && { search: filters.search }),
        ...(role && { role }),
        ...(status && { status }),
      },
      {
        getNextPageParam: (page) => page.next_cursor,
        refetchInterval: ({ state }) =>
          state.data?.pages.some(({ data }) => data.some(isBeingSent)) ? LOOK_MS : false,
      },
    ),
  );
  const opened = useOpenedMember(
    filters.member,
    list.data?.pages.flatMap((page) => page.data),
  );
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
        actions={mayInvite ? invite : null}
        lead={<span className="tabular">{seats}</span>}
        title={membersPage.title[language]}
      />
      <MemberViews>
        <Listing filters={<MemberFilters onChange={setFilters} values={filters} />}>
          <ListView
            empty={
              <Empty icon="people" title={t.empty}>
                {t.emptyMore}
              </Empty>
            }
            list={list}
          >
            {(rows) => (
              <>
                <UnsentNotice members={rows} />
                <MemberTable onOpen={({ id }) => setFilters({ member: id })} rows={rows} />
              </>
            )}
          </ListView>
        </Listing>
      </MemberViews>
      {filters.invite && mayInvite ? (
        <InviteDialog onClose={() => setFilters({ invite: '' })} />
      ) : null}
      {opened ? (
        <MemberDrawer key={opened.id} member={opened} onClose={() => setFilters({ member: '' })} />
      ) : null}
    </>
  );
}
