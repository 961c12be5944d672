import type { MemberInApp } from '../../../features/members/members-in-app.schema.ts';
import { Ago, Time } from '../../session/time.tsx';
import { MemberState } from '../../team/member-state.tsx';
import { isShown } from '../../team/person.tsx';
import { teamTexts } from '../../team/texts.ts';
import { useTexts } from '../../text/language.ts';
import { Badge } from '../../ui/badge.tsx';
import { classes } from '../../ui/classes.ts';
import { Initials } from '../../ui/initials.tsx';
import type { Verb } from '../../ui/row-menu.tsx';
import { Table } from '../../ui/table.tsx';
import type { Sorting } from '../../ui/table-head.tsx';
import type { Column, Hides } from '../../ui/table-row.tsx';
import { TwoLines } from '../../ui/two-lines.tsx';
import { memberTexts } from './texts.ts';

type Props = {
  rows: readonly MemberInApp[];
  verbs: ((member: MemberInApp) => readonly Verb[]) | undefined;
  sorting: Sorting;
};

export function MemberTable({ rows, verbs, sorting }: Props) {
  const t = useTexts(memberTexts);
  const team = useTexts(teamTexts);
  const columns: Column<MemberInApp>[] = [
    {
      id: 'person',
      title: t.person,
      sorts: 'up',
      least: 200,
      most: 240,
      cell: (member, hides) => <Person hides={hides} member={member} />,
    },
    {
      id: 'email',
      title: t.email,
      dropped: 'first',
      least: 240,
      cell: ({ email }) => <span className={`text-soft ${addressLook}`}>{email ?? '–'}</span>,
    },
    {
      id: 'role',
      title: t.role,
      width: 160,
      narrow: 112,
      cell: (member) => <Role member={member} />,
    },
    {
      id: 'status',
      title: t.status,
      dropped: 'last',
      width: 168,
      cell: (member) => <MemberState member={member} />,
    },
    {
      id: 'trained',
      title: team.lastTraining,
      sorts: 'up',
      dropped: 'second',
      width: 144,
      cell: (member) => <LastTraining member={member} />,
    },
    {
      id: 'since',
      title: t.since,
      sorts: 'down',
      dropped: 'first',
      width: 124,
      cell: ({ joined_at }) => (joined_at ? <Time at={joined_at} shows="date" /> : '–'),
    },
  ];
  return (
    <Table
      columns={columns}
      keyOf={({ id }) => id}
      label={t.person}
      rows={rows}
      sorting={sorting}
      to={({ id }) => `/members/${id}`}
      verbs={verbs}
    />
  );
}

/** An address has no spaces to break at. A row has room for two lines. */
const addressLook = 'line-clamp-2 text-sm/4 wrap-anywhere whitespace-normal';

export function nameOf({ name, email }: MemberInApp, hidden: string): string {
  return name ?? email ?? hidden;
}

function Person({ member, hides }: { member: MemberInApp; hides: Hides }) {
  const t = useTexts(memberTexts);
  const name = nameOf(member, t.hidden);
  const isAddress = !member.name && member.email !== null;
  return (
    <span className="flex items-center gap-2.5">
      <Initials icon={member.status === 'active' ? undefined : 'mail'} text={name} />
      <TwoLines more={hides('status') && <MemberState member={member} />}>
        {isAddress && !hides('email') ? (
          <>
            {/* The row is still told by its address. */}
            <span className="hidden-text">{name}</span>
            <span aria-hidden="true" className="text-soft">
              {t.noName}
            </span>
          </>
        ) : (
          <span className={classes('font-medium', isAddress && !hides('status') && addressLook)}>
            {name}
          </span>
        )}
      </TwoLines>
      {member.is_me ? <Badge>{t.me}</Badge> : null}
    </span>
  );
}

function LastTraining({ member }: { member: MemberInApp }) {
  const { never } = useTexts(teamTexts);
  const { status, last_trained_at: at } = member;
  if (at) return <Ago at={at} />;
  return <span className="text-soft">{status === 'active' && isShown(member) ? never : '–'}</span>;
}

function Role({ member: { role, rights } }: { member: MemberInApp }) {
  const t = useTexts(memberTexts);
  const hasInterfaces = role === 'admin' && rights.includes('schnittstellen');
  return (
    <span className="flex items-center gap-2">
      {t.roles[role]}
      {hasInterfaces ? (
        <span className="hidden sm:inline">
          <Badge>{t.interfacesShort}</Badge>
        </span>
      ) : null}
    </span>
  );
}
