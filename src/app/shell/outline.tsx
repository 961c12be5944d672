import { OpenCardBox } from '../ui/open-card.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import { ShellShape } from './shell-shape.tsx';

/** Takes the place of the shell until the session is known. */
export function ShellOutline() {
  return (
    <ShellShape>
      <PageSkeleton />
    </ShellShape>
  );
}

/** Takes the place of the card on a page that needs no sign-in. */
export function OpenSkeleton() {
  return (
    <OpenCardBox>
      <PageSkeleton />
    </OpenCardBox>
  );
}
