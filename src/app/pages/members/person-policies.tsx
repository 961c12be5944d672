import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { catalogDimensions } from '../../../features/catalog/catalog-dimensions.ts';
import type { MemberInApp } from '../../../features/members/members-in-app.schema.ts';
import type { SubjectPolicies } from '../../../features/policies/policies.schema.ts';
import { trpc } from '../../api/client.ts';
import { useMay } from '../../session/session.ts';
import { useEntryName } from '../../team/entry-names.ts';
import { teamTexts } from '../../team/texts.ts';
import { useTexts } from '../../text/language.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Detail, Details } from '../../ui/details.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { personTexts } from './person-texts.ts';

/** How many entries of a policy are named. */
const NAMED = 4;

/** What the member may practise, where it differs from the team. */
export function PersonPolicies({ member: { id } }: { member: MemberInApp }) {
  const t = useTexts(personTexts);
  const team = useTexts(teamTexts);
  const maySee = useMay('see_policies');
  const read = useQuery({
    ...trpc.policies.get.queryOptions({ member_id: id }),
    enabled: maySee,
  });
  if (!maySee) return null;
  const own = catalogDimensions.filter((dimension) => read.data?.[dimension]);
  return (
    <Section
      actions={
        <Link
          aria-label={`${t.policies}: ${t.edit}`}
          className={buttonClass()}
          search={{ view: 'members', member: id } as never}
          to="/policies"
        >
          {t.edit}
        </Link>
      }
      lead={read.data && own.length === 0 ? t.likeTeamAll : undefined}
      title={t.policies}
    >
      <NotLoaded read={read}>
        <Skeleton className="h-10 w-full" />
      </NotLoaded>
      {own.length > 0 ? (
        <Details isInCard>
          {catalogDimensions.map((dimension) => (
            <Detail key={dimension} label={team.dimensions[dimension]}>
              <Policy policy={read.data?.[dimension] ?? null} />
            </Detail>
          ))}
        </Details>
      ) : null}
    </Section>
  );
}

function Policy({ policy }: { policy: SubjectPolicies['situation'] }) {
  const t = useTexts(personTexts);
  const nameOf = useEntryName();
  if (!policy) return <span className="text-soft">{t.likeTeam}</span>;
  const { mode, entry_ids } = policy;
  const names = entry_ids.slice(0, NAMED).map(nameOf).join(', ');
  const left = entry_ids.length - NAMED;
  return (
    <span className="wrap-anywhere">
      <span className="text-soft">{t.named[mode]} </span>
      {names || t.nothing}
      {left > 0 ? ` ${t.more(left)}` : ''}
    </span>
  );
}
