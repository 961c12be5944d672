import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { MemberInApp } from '../../../features/members/members-in-app.schema.ts';
import { trpc } from '../../api/client.ts';
import { useMay } from '../../session/session.ts';
import { MemberState } from '../../team/member-state.tsx';
import { isShown } from '../../team/person.tsx';
import { PersonAssignments, PersonTrainings } from '../../team/person-work/person-work.tsx';
import { teamTexts } from '../../team/texts.ts';
import { useTexts } from '../../text/language.ts';
import { Actions } from '../../ui/actions.tsx';
import { BackLink } from '../../ui/back-link.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Initials } from '../../ui/initials.tsx';
import { late } from '../../ui/late.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useFilters } from '../../ui/use-filters.ts';
import { MemberAccess } from './member-access.tsx';
import { InvitationActions } from './member-actions.tsx';
import { nameOf } from './member-table.tsx';
import { memberPage, membersPage } from './page.ts';
import { PersonDeals } from './person-deals.tsx';
import { PersonFigures } from './person-figures.tsx';
import { PersonPolicies } from './person-policies.tsx';
import { personTexts } from './person-texts.ts';
import { memberTexts } from './texts.ts';
import { UnsentNotice } from './unsent-notice.tsx';
import { invitationLook } from './use-members.ts';

const AssignDialog = late(() =>
  import('../../team/assign/assign-dialog.tsx').then((part) => part.AssignDialog),
);

const RemoveDialog = late(() => import('./removal-dialogs.tsx').then((part) => part.RemoveDialog));
const WithdrawDialog = late(() =>
  import('./removal-dialogs.tsx').then((part) => part.WithdrawDialog),
);

/** One member or invitation: what the person has done, and all that can be done with it. */
export function MemberPage() {
  const t = useTexts(memberTexts);
  const { member: id = '' } = useParams({ strict: false }) as { member?: string };
  const read = useQuery({
    ...trpc.members.list.queryOptions({ member_ids: [id], limit: '1' }),
    refetchInterval: ({ state }) => invitationLook(state.data?.data ?? []),
  });
  // The list leaves out whom it does not know. This read says that there is nobody.
  const known = useQuery(trpc.members.get.queryOptions({ member_id: id }));
  const member = read.data?.data[0];
  if (member) return <Loaded key={id} member={member} />;
  const refetch = () => Promise.all([read.refetch(), known.refetch()]);
  return (
    <NotLoaded read={{ data: undefined, error: read.error ?? known.error, refetch }}>
      <PageHeader
        back={<BackLink from={memberPage} />}
        mark={<Skeleton className="size-11 shrink-0" />}
        title={t.person}
      />
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-72 w-full" />
    </NotLoaded>
  );
}

type Props = { member: MemberInApp };

function Loaded({ member }: Props) {
  const t = useTexts(memberTexts);
  const name = nameOf(member, t.hidden);
  const icon = member.status === 'active' ? undefined : 'mail';
  return (
    <>
      <PageHeader
        actions={<MemberActions member={member} />}
        back={<BackLink from={memberPage} />}
        lead={<Lead member={member} />}
        mark={<Initials icon={icon} isLarge text={name} />}
        title={name}
      />
      <UnsentNotice members={[member]} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 gap-6">
          <Work member={member} />
        </div>
        <div className="grid min-w-0 items-start gap-6 md:grid-cols-2 xl:grid-cols-1">
          <PersonPolicies member={member} />
          <MemberAccess member={member} />
        </div>
      </div>
    </>
  );
}

function Lead({ member }: Props) {
  const t = useTexts(memberTexts);
  const { email, name, role, is_me } = member;
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <MemberState member={member} />
      <span>{t.roles[role]}</span>
      {email && name ? <span className="wrap-anywhere">{email}</span> : null}
      {is_me ? <Badge>{t.me}</Badge> : null}
    </span>
  );
}

/** Everything about the work of the person, as far as the privacy switch lets the viewer see it. */
function Work({ member }: Props) {
  const t = useTexts(personTexts);
  if (!isShown(member)) {
    return (
      <Empty icon="privacy" title={t.hidden}>
        {t.hiddenMore}
      </Empty>
    );
  }
  if (member.status === 'invited') {
    return (
      <>
        <PersonAssignments member={member} />
        <Empty icon="mail" title={t.invited}>
          {t.invitedMore}
        </Empty>
      </>
    );
  }
  return (
    <>
      <PersonFigures member={member} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <PersonAssignments member={member} />
        <PersonTrainings member={member} />
      </div>
      <PersonDeals member={member} />
    </>
  );
}

function MemberActions({ member }: Props) {
  const t = useTexts(memberTexts);
  const { assign } = useTexts(teamTexts);
  const navigate = useNavigate();
  // Nobody can remove the owner. The team must first be handed over.
  const mayLeave = useMay('change_members') && member.role !== 'owner';
  const mayAssign = useMay('change_assignments');
  const [{ assign: isAssigning }, set] = useFilters(['assign'], { drawers: ['assign'] });
  const [isLeaving, setIsLeaving] = useState(false);
  const isInvited = member.status === 'invited';
  const Leave = isInvited ? WithdrawDialog : RemoveDialog;
  return (
    <>
      <Actions
        actions={[
          mayLeave && {
            label: isInvited ? t.withdraw : t.remove,
            isDangerous: true,
            run: () => setIsLeaving(true),
          },
        ]}
        id={member.id}
      />
      {mayLeave && isInvited ? <InvitationActions member={member} /> : null}
      <Actions
        actions={[
          mayAssign && {
            label: assign,
            icon: 'assignment',
            letter: 'a',
            look: isInvited ? 'plain' : 'primary',
            run: () => set({ assign: '1' }),
          },
        ]}
        id={member.id}
      />
      {isLeaving ? (
        <Leave
          member={member}
          onClose={() => setIsLeaving(false)}
          onDone={() => void navigate({ to: membersPage.path })}
        />
      ) : null}
      {isAssigning && mayAssign ? (
        <AssignDialog gap={isAssigning} memberId={member.id} onClose={() => set({ assign: '' })} />
      ) : null}
    </>
  );
}
