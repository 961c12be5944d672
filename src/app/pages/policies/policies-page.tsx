import { useLanguage, useTexts } from '../../text/language.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useFilters } from '../../ui/use-filters.ts';
import { MemberPolicies } from './member-policies.tsx';
import { policiesPage } from './page.ts';
import { PolicyEditor } from './policy-editor.tsx';
import { policyTexts } from './texts.ts';
import { WhyBlocked } from './why-blocked.tsx';

const views = ['team', 'members', 'why'] as const;

export function PoliciesPage() {
  const t = useTexts(policyTexts);
  const title = policiesPage.title[useLanguage()];
  const [filters, setFilters] = useFilters(['view', 'member'], { tabs: ['view', 'member'] });
  const view = views.find((one) => one === filters.view) ?? 'team';
  const contents = {
    team: <PolicyEditor memberId={null} />,
    members: (
      <MemberPolicies
        memberId={filters.member ?? ''}
        onChoose={(member) => setFilters({ member })}
      />
    ),
    why: <WhyBlocked />,
  };
  return (
    <>
      <PageHeader lead={t.lead} title={title} />
      <Tabs
        label={title}
        onChange={(next) => setFilters({ view: next === 'team' ? '' : next, member: '' })}
        tabs={views.map((value) => ({ value, label: t[value], content: contents[value] }))}
        value={view}
      />
    </>
  );
}
