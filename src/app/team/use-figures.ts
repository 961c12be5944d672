import { useQuery } from '@tanstack/react-query';
import type { MemberInApp } from '../../features/members/members-in-app.schema.ts';
import { trpc } from '../api/client.ts';

type Member = Pick<MemberInApp, 'id' | 'is_me'>;

/**
 * The scores of an active member. Nobody hides a person's own scores, so the person reads them from a procedure of their
 * own.
 */
export function useFigures({ id, is_me }: Member, kept: { staleTime?: number } = {}) {
  const own = useQuery({ ...trpc.analytics.own.queryOptions({}, kept), enabled: is_me });
  const other = useQuery({
    ...trpc.analytics.ofMember.queryOptions({ member_id: id }, kept),
    enabled: !is_me,
  });
  return is_me ? own : other;
}
