import { late } from '../ui/late.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import type { StripProps } from './strip-card.tsx';

/** The strip on top of a detail. Lists do not need its code. */
export const ThreadStrip = late<StripProps>(
  () => import('./strip-card.tsx').then((part) => part.StripCard),
  () => <Skeleton className="h-24 w-full" />,
);
