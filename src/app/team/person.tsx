import type { ReactNode } from 'react';
import type { MemberInApp } from '../../features/members/members-in-app.schema.ts';
import { isSandbox } from '../session/rights.ts';
import { useMay, useTeam } from '../session/session.ts';
import { HoverCard } from '../ui/hover-card.tsx';
import { Initials } from '../ui/initials.tsx';
import { late } from '../ui/late.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

const PersonCard = late(
  () => import('./person-card.tsx').then((part) => part.PersonCard),
  () => <CardSkeleton />,
);

/** As high as the card of an active member. */
export function CardSkeleton() {
  return <Skeleton className="my-1 h-38 w-60" />;
}

/** Whether the team shows who this is: the list of members then has an address. */
export const isShown = ({ email }: Pick<MemberInApp, 'email'>): boolean => email !== null;

type LinkProps = {
  /** The id of the membership. */
  id: string;
  /** What the list of members says, if it is loaded. */
  entry?: MemberInApp | undefined;
  children: ReactNode;
};

/** The name of a member. It leads to the member's page, and a card beside it says the most important. */
function MemberLink({ id, entry, children }: LinkProps) {
  const maySee = useMay('see_members');
  if (!maySee) return children;
  return (
    <HoverCard
      card={() => <PersonCard entry={entry} id={id} />}
      look="rounded-sm underline-offset-4 hover:underline"
      to={`/members/${id}`}
    >
      {children}
    </HoverCard>
  );
}

/** The name of a member who did something. In a sandbox it was a visitor, who is no member there. */
export function ActorLink(props: Omit<LinkProps, 'entry'>) {
  return isSandbox(useTeam()) ? props.children : <MemberLink {...props} />;
}

type Props = {
  /** Who it is. Unknown until the list has answered, and for people who are no members any more. */
  member: MemberInApp | undefined;
  /** What stands for the name until then. */
  email?: string | null | undefined;
  id: string | null;
  /** In a cell that is a button, the name cannot be a link. */
  isPlain?: boolean;
};

/** Name or address of a person, if they may be seen. */
export function Person({ member, email, id, isPlain = false }: Props) {
  const text = member?.name ?? member?.email ?? email ?? id ?? '–';
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <Initials text={text} />
      <span className="truncate">
        {isPlain ? text : <MemberName member={member}>{text}</MemberName>}
      </span>
    </span>
  );
}

type NameProps = { member: MemberInApp | undefined; children: ReactNode };

/** The name of somebody, as a link if it is a member whom the team shows. */
export function MemberName({ member, children }: NameProps) {
  if (!member || !isShown(member)) return children;
  return (
    <MemberLink entry={member} id={member.id}>
      {children}
    </MemberLink>
  );
}
