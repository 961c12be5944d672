import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { catalogDimensions } from '../../../features/catalog/catalog-dimensions.ts';
import type { SubjectModes } from '../../../features/policies/policies.schema.ts';
import { nextPage, trpc } from '../../api/client.ts';
import { MemberSelect } from '../../team/member-select.tsx';
import { useMembersById } from '../../team/members-by-id.ts';
import { Person } from '../../team/person.tsx';
import { teamTexts } from '../../team/texts.ts';
import { useTexts } from '../../text/language.ts';
import { Badge } from '../../ui/badge.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ListView } from '../../ui/list-view.tsx';
import { Table } from '../../ui/table.tsx';
import type { Column } from '../../ui/table-row.tsx';
import { mayClose } from '../../ui/unsaved.ts';
import { PolicyEditor } from './policy-editor.tsx';
import { policyTexts } from './texts.ts';

type Props = { memberId: string; onChoose: (memberId: string) => void };

/** The members who have policies of their own, and the policies of the chosen member. */
export function MemberPolicies({ memberId, onChoose }: Props) {
  const t = useTexts(policyTexts);
  const place = useRef<HTMLDivElement>(null);
  const choose = async (id: string) => {
    if (await mayClose(place.current)) onChoose(id);
  };
  return (
    <div className="grid gap-4" ref={place}>
      <div className="flex flex-col gap-2 sm:w-72">
        <MemberSelect
          label={t.member}
          nobody={t.chooseMember}
          onChange={(id) => void choose(id)}
          value={memberId}
        />
      </div>
      {memberId ? <PolicyEditor key={memberId} memberId={memberId} /> : <WithOwn />}
    </div>
  );
}

function WithOwn() {
  const t = useTexts(policyTexts);
  const team = useTexts(teamTexts);
  const list = useInfiniteQuery(trpc.policies.list.infiniteQueryOptions({ limit: '50' }, nextPage));
  const rows = list.data?.pages.flatMap(({ data }): SubjectModes[] => data) ?? [];
  const members = useMembersById(
    rows.map(({ member_id }) => member_id),
    'id',
  );
  const columns: Column<SubjectModes>[] = [
    {
      id: 'member',
      title: t.member,
      cell: ({ member_id }) => (
        <Person id={member_id} isPlain member={members.get(member_id ?? '')} />
      ),
    },
    {
      id: 'own',
      title: t.own,
      width: 320,
      narrow: 160,
      cell: (policies) => (
        <span className="flex flex-wrap gap-1">
          {catalogDimensions
            .filter((dimension) => policies[dimension] !== null)
            .map((dimension) => (
              <Badge key={dimension}>{team.dimensions[dimension]}</Badge>
            ))}
        </span>
      ),
    },
  ];
  const nothing = (
    <Empty icon="policy" title={t.noMembers}>
      {t.noMembersMore}
    </Empty>
  );
  return (
    <div className="grid gap-3">
      <p className="text-soft">{t.membersLead}</p>
      <ListView empty={nothing} isTable list={list}>
        {(rows) => (
          <Table
            columns={columns}
            keyOf={({ member_id }) => member_id ?? ''}
            label={t.own}
            to={({ member_id }) => ({ member: member_id ?? '' })}
            rows={rows}
          />
        )}
      </ListView>
    </div>
  );
}
