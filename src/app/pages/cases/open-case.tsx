import { useQuery } from '@tanstack/react-query';
import { trpc } from '../../api/client.ts';
import { late } from '../../ui/late.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { Pane } from '../../ui/pane.tsx';

const CaseDrawer = late(() => import('./case-drawer.tsx').then((part) => part.CaseDrawer));

type Props = { id: string; isOwn?: boolean; onClose: () => void };

/** Reads the case that the address names, because the list beside it may not have loaded it. */
export function OpenCase({ id, isOwn = false, onClose }: Props) {
  const input = { case_id: id };
  const team = useQuery({ ...trpc.cases.get.queryOptions(input), enabled: !isOwn });
  const own = useQuery({ ...trpc.cases.getOwn.queryOptions(input), enabled: isOwn });
  const read = isOwn ? own : team;
  if (read.data) return <CaseDrawer case={read.data} isOwn={isOwn} onClose={onClose} />;
  return (
    <Pane onClose={onClose} title={'\u00a0'}>
      <NotLoaded read={read} />
    </Pane>
  );
}
