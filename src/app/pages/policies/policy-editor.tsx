import { useQuery } from '@tanstack/react-query';
import type { SubjectPolicies } from '../../../features/policies/policies.schema.ts';
import { trpc } from '../../api/client.ts';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { PolicyForm } from './policy-form.tsx';

/** The policies of the team (null) or of a member. */
export function PolicyEditor({ memberId }: { memberId: string | null }) {
  const policies = useQuery(trpc.policies.get.queryOptions({ member_id: memberId }));
  const entries = useQuery(trpc.catalog.entries.queryOptions({}));
  if (policies.data && entries.data) {
    return (
      <PolicyForm
        entries={entries.data}
        key={keyOf(policies.data)}
        memberId={memberId}
        policies={policies.data}
      />
    );
  }
  const both = {
    data: undefined,
    error: policies.error ?? entries.error,
    refetch: () => Promise.all([policies.refetch(), entries.refetch()]),
  };
  return (
    <NotLoaded read={both}>
      <Skeleton className="h-96 w-full" />
    </NotLoaded>
  );
}

/** The key of the form. A saved policy does not change it, so the form keeps what a person is just choosing. */
function keyOf({ member_id }: SubjectPolicies): string {
  return member_id ?? 'team';
}
