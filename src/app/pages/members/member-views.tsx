import type { ReactNode } from 'react';
import { useMay } from '../../session/session.ts';
import { useTexts } from '../../text/language.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { useFilters } from '../../ui/use-filters.ts';
import { FormerMembers } from './former-members.tsx';
import { formerTexts } from './former-texts.ts';

/** Tabs for present members and, for the owner, removed members. */
export function MemberViews({ children }: { children: ReactNode }) {
  const t = useTexts(formerTexts);
  const seesFormer = useMay('see_former_members');
  const [{ view }, setFilters] = useFilters(['view'], { tabs: ['view'] });
  if (!seesFormer) return children;
  return (
    <Tabs
      label={t.views}
      onChange={(next) => setFilters({ view: next === 'former' ? next : '' })}
      tabs={[
        { value: 'present', label: t.present, content: children },
        { value: 'former', label: t.former, content: <FormerMembers /> },
      ]}
      value={view === 'former' ? 'former' : 'present'}
    />
  );
}
