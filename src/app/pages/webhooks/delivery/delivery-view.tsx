import type { DeliveryDetail } from '../../../../features/webhooks/delivery-detail.schema.ts';
import { late } from '../../../ui/late.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

/** A delivery in a drawer or on its own page. The lists do not need its code. */
export const DeliveryView = late<{ delivery: DeliveryDetail }>(
  () => import('./delivery-content.tsx').then((part) => part.DeliveryContent),
  () => <Skeleton className="h-96 w-full" />,
);
