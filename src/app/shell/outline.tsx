import type { PageDefinition } from '../pages/page-definition.ts';
import { OpenCardBox } from '../ui/open-card.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import { ShellShape } from './shell-shape.tsx';

/** Takes the place of the shell until the session is known. */
export function ShellOutline({ page }: { page?: PageDefinition | undefined }) {
  return (
    <ShellShape>
      <PageSkeleton page={page} />
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
