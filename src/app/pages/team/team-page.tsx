import { useQuery } from '@tanstack/react-query';
import type { OwnTeam } from '../../../features/team/team.schema.ts';
import { trpc } from '../../api/client.ts';
import { useMay, useTeam } from '../../session/session.ts';
import { numberText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { CopyableId } from '../../ui/copyable-id.tsx';
import { Detail, Details } from '../../ui/details.tsx';
import { late } from '../../ui/late.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Section } from '../../ui/section.tsx';
import { Sections } from '../../ui/sections.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ContactSection } from './contact-section.tsx';
import { contactTexts } from './contact-texts.ts';
import { teamPage } from './page.ts';
import { sandboxTexts } from './sandbox-texts.ts';
import { SandboxesSection } from './sandboxes-section.tsx';
import { teamPageTexts } from './texts.ts';

/** Loaded late: forms have much code. */
const SettingsForm = late(
  () => import('./settings-form.tsx').then((part) => part.SettingsForm),
  () => <Skeleton className="h-96 w-full" />,
);
/** The last section, which few people need. */
const Ownership = late(() => import('./ownership.tsx').then((part) => part.Ownership));
/** Loaded late: only sandboxes need it. */
const SandboxSeats = late(() => import('./sandbox-seats.tsx').then((part) => part.SandboxSeats));

export function TeamPage() {
  const t = useTexts(teamPageTexts);
  const contact = useTexts(contactTexts);
  const sandboxes = useTexts(sandboxTexts);
  const title = teamPage.title[useLanguage()];
  const read = useQuery(trpc.team.get.queryOptions({}));
  const { data: team } = read;
  const isSandbox = useTeam()?.sandbox_of != null;
  const mayMake = useMay('make_sandboxes');
  return (
    <>
      <PageHeader lead={t.lead} title={title} />
      <NotLoaded read={read} />
      {team ? (
        <Sections
          list={[
            ['settings', t.settings],
            ['contact', contact.title],
            ['limits', t.limits],
            ...(isSandbox ? [] : [['sandboxes', sandboxes.title] as const]),
            ...(isSandbox && mayMake ? [['seats', sandboxes.seatsTitle] as const] : []),
            ...(isSandbox ? [] : [['ownership', t.ownership] as const]),
          ]}
        >
          <SettingsForm team={team} />
          <ContactSection />
          <Limits team={team} />
          {isSandbox ? null : <SandboxesSection />}
          {isSandbox && mayMake ? <SandboxSeats team={team} /> : null}
          {isSandbox ? null : <Ownership team={team} />}
        </Sections>
      ) : null}
    </>
  );
}

function Limits({ team }: { team: OwnTeam }) {
  const t = useTexts(teamPageTexts);
  const language = useLanguage();
  const count = (value: number) => numberText(value, language);
  const { limits, seats, seats_taken, rate_limit_per_min } = team;
  const rows = [
    [t.plan, t.plans[team.plan as keyof typeof t.plans] ?? team.plan],
    [t.seats, t.seatsOf(count(seats_taken), count(seats))],
    [t.teamRate, t.perMinute(count(rate_limit_per_min))],
    [t.keyRate, t.perMinute(count(limits.requests_per_key_per_min))],
    [t.invitations, t.perHour(count(limits.invitations_per_hour))],
    [t.endpoints, t.upTo(count(limits.webhook_endpoints))],
  ] as const;
  return (
    <Section id="limits" title={t.limits}>
      <Details isInCard>
        {rows.map(([label, value]) => (
          <Detail key={label} label={label}>
            {value}
          </Detail>
        ))}
        <Detail label={t.id}>
          <CopyableId id={team.id} />
        </Detail>
      </Details>
    </Section>
  );
}
