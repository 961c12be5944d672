import type { DeliveryDetail } from '../../../../features/webhooks/delivery-detail.schema.ts';
import { late } from '../../../ui/late.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

type Props = { delivery: DeliveryDetail };

/** A delivery in a drawer or on its own page. The lists do not need its code. */
export const DeliveryView = late<Props>(
  () => import('./delivery-content.tsx').then((part) => part.DeliveryContent),
  () => <Skeleton className="h-96 w-full" />,
);

/** Its buttons. The diagnosis says which one comes first. */
export const DeliveryActions = late<Props>(
  () => import('./delivery-actions.tsx').then((part) => part.DeliveryActions),
  () => <Skeleton className="h-8 w-40" />,
);
