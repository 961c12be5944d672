import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMay } from '../../session/session.ts';
import { Time } from '../../session/time.tsx';
import { useEntryName } from '../../team/entry-names.ts';
import { useMembersById } from '../../team/members-by-id.ts';
import { MemberName } from '../../team/person.tsx';
import { dateText, moneyText, percentText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { CopyableId } from '../../ui/copyable-id.tsx';
import { Detail, Details } from '../../ui/details.tsx';
import { inlineLinkClass, linkClass } from '../../ui/link-class.ts';
import { Outcome } from './deal-table.tsx';
import { providerNames } from './provider-names.ts';
import { crmTexts } from './texts.ts';
import type { FoundDeal } from './use-deals.ts';

type Props = { deal: FoundDeal };

/** All that the API knows of a deal: in the words of the CRM, and with all digits. */
export function DealDetails({ deal }: Props) {
  const t = useTexts(crmTexts);
  const language = useLanguage();
  const nameOf = useEntryName();
  const { close_date, last_activity_at, synced_at, probability } = deal;
  return (
    <Details>
      <Detail label={t.outcome}>
        <Outcome outcome={deal.outcome} />
      </Detail>
      <Owner deal={deal} />
      <Detail label={t.amount}>
        <span className="tabular wrap-anywhere">{moneyText(deal, language)}</span>
      </Detail>
      <Detail label={t.close}>
        {close_date ? dateText(close_date, { language, timeZone: 'UTC' }) : '–'}
      </Detail>
      <Detail label={t.probability}>
        {probability === null ? '–' : percentText(probability / 100, language)}
      </Detail>
      <Named id={deal.pipeline_id} label={t.pipeline} name={deal.pipeline_name} />
      <Named id={deal.stage_id} label={t.stage} name={deal.stage_name} />
      {deal.industry_id ? <Detail label={t.industry}>{nameOf(deal.industry_id)}</Detail> : null}
      {deal.lost_reason ? <Detail label={t.lost}>{deal.lost_reason}</Detail> : null}
      <Detail label={t.activity}>
        {last_activity_at ? <Time at={last_activity_at} shows="date-time" /> : '–'}
      </Detail>
      <Connection deal={deal} />
      <Detail label={t.synced}>
        {synced_at ? <Time at={synced_at} shows="date-time" /> : '–'}
      </Detail>
      <Detail label={t.external}>
        <CopyableId id={deal.external_id} />
      </Detail>
      <Detail label="ID">
        <CopyableId id={deal.id} />
      </Detail>
    </Details>
  );
}

/** Something of the CRM by its name. The id helps to compare it with the API, or if the CRM no longer has the name. */
function Named({ label, name, id }: { label: string; name: string | null; id: string | null }) {
  if (!id) return null;
  return (
    <Detail label={label}>
      <span className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
        {name ? <span className="wrap-anywhere">{name}</span> : null}
        <CopyableId id={id} {...(name && { short: '' })} />
      </span>
    </Detail>
  );
}

function Connection({ deal }: Props) {
  const t = useTexts(crmTexts);
  const names = providerNames[useLanguage()];
  const maySee = useMay('see_crm_connections');
  const { connection_id, connection_name: name, provider } = deal;
  const brand = provider ? names[provider] : null;
  return (
    <Detail label={t.connection}>
      <span className="flex flex-wrap items-baseline gap-x-2">
        {name === null ? <CopyableId id={connection_id} /> : null}
        {name !== null && maySee ? (
          <Link className={`${linkClass} wrap-anywhere`} to={`/crm/${connection_id}`}>
            {name}
          </Link>
        ) : (
          <span className="wrap-anywhere">{name}</span>
        )}
        {brand && brand !== name ? <span className="text-soft">{brand}</span> : null}
      </span>
    </Detail>
  );
}

/** The member in charge, or the owner that the CRM names. The server leaves out what the team hides. */
function Owner({ deal }: Props) {
  const t = useTexts(crmTexts);
  const { owner_user_id, owner_id } = deal;
  if (owner_id !== null) return <OwnerInCrm deal={deal} />;
  if (owner_user_id) return <Member id={owner_user_id} />;
  return owner_user_id === null ? <Detail label={t.owner}>–</Detail> : null;
}

function OwnerInCrm({ deal: { owner_id, owner_name, connection_id } }: Props) {
  const t = useTexts(crmTexts);
  const mayAssign = useMay('change_crm_connections') && owner_name !== null;
  const who: ReactNode = owner_name ?? (owner_id ? <CopyableId id={owner_id} /> : null);
  return (
    <Detail label={t.owner}>
      <span className="flex flex-wrap items-baseline gap-x-2">
        <span className="wrap-anywhere">{who}</span>
        <span className="text-soft">{t.noMemberHere}</span>
        {mayAssign ? (
          <Link
            className={inlineLinkClass}
            search={{ view: 'setup' } as never}
            to={`/crm/${connection_id}`}
          >
            {t.assign}
          </Link>
        ) : null}
      </span>
    </Detail>
  );
}

/** The member's name, if this person is a member of the team. */
function Member({ id }: { id: string }) {
  const t = useTexts(crmTexts);
  const person = useMembersById([id]).get(id);
  const name = person?.name ?? person?.email;
  return (
    <Detail label={t.owner}>
      {name ? <MemberName member={person}>{name}</MemberName> : <CopyableId id={id} />}
    </Detail>
  );
}
