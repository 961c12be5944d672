import { OpenCardBox } from '../ui/open-card.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import { ShellShape } from './shell-shape.tsx';

/** Stands in place of the shell until it is known who is here. */
export function ShellOutline() {
  return (
    <ShellShape>
      <PageSkeleton />
    </ShellShape>
  );
}

/** Stands in place of the card on a page for people who are not signed in. */
export function OpenSkeleton() {
  return (
    <OpenCardBox>
      <PageSkeleton />
    </OpenCardBox>
  );
}
