import type { Span } from '../../../features/analytics/app-analytics.schema.ts';
import { useMay } from '../../session/session.ts';
import { late } from '../../ui/late.tsx';
import { useFilters } from '../../ui/use-filters.ts';

const AssignDialog = late(() => import('./assign-dialog.tsx').then((part) => part.AssignDialog));

/** `assign` is the dimension that the exercise is to improve. */
const useAddress = () => useFilters(['assign', 'member'], { drawers: ['assign'] });

export type Assign = (memberId: string, gap?: string) => void;

/** Opens the form of an exercise. Undefined for those who may not assign one. */
export function useAssign(): Assign | undefined {
  const [, set] = useAddress();
  const mayAssign = useMay('change_assignments');
  if (!mayAssign) return undefined;
  return (member, gap = '1') => set({ assign: gap, member });
}

/** The form, over the page that says who needs what. A gap of the team is that in the period of the page. */
export function AssignForm({ period }: { period?: Span | undefined }) {
  const [{ assign, member = '' }, set] = useAddress();
  const mayAssign = useMay('change_assignments');
  if (!assign || !mayAssign) return null;
  const close = () => set({ assign: '', member: '' });
  return <AssignDialog gap={assign} memberId={member} onClose={close} period={period} />;
}
