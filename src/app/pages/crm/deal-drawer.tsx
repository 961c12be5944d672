import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { trpc } from '../../api/client.ts';
import { codeOf } from '../../api/failure.ts';
import { useMay } from '../../session/session.ts';
import { Time } from '../../session/time.tsx';
import { useEntryName } from '../../team/entry-names.ts';
import { useMembersById } from '../../team/members-by-id.ts';
import { MemberName } from '../../team/person.tsx';
import { dateText, moneyText, percentText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Button } from '../../ui/button.tsx';
import { CopyableId } from '../../ui/copyable-id.tsx';
import { Detail, Details } from '../../ui/details.tsx';
import { inlineLinkClass, linkClass } from '../../ui/link-class.ts';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { useActions } from '../../ui/open-actions.ts';
import { Pane } from '../../ui/pane.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Outcome } from './deal-table.tsx';
import { CrmLink } from './frame.tsx';
import { providerNames } from './provider.tsx';
import { crmTexts } from './texts.ts';
import type { FoundDeal } from './use-deals.ts';

type Props = {
  id: string;
  /** The deal from the list, shown until the deal itself is read. */
  seen: FoundDeal | undefined;
  onClose: () => void;
};

/** No id of a deal is longer. People may have typed the address by hand. */
const LONGEST_ID = 100;

/** One deal, even if the list has not loaded it. */
export function DealDrawer({ id, seen, onClose }: Props) {
  const t = useTexts(crmTexts);
  const input = { deal_id: [...id].slice(0, LONGEST_ID).join('') };
  const read = useQuery(trpc.crm.getDeal.queryOptions(input, { placeholderData: () => seen }));
  useActions(read.data?.id, []);
  const { data: deal } = read;
  if (codeOf(read.error) === 'not_found') {
    return (
      <Pane onClose={onClose} title={t.gone}>
        <div className="grid justify-items-start gap-3 text-pretty">
          <p>{t.goneMore}</p>
          <CopyableId id={id} />
          <Button onClick={onClose}>{t.allDeals}</Button>
        </div>
      </Pane>
    );
  }
  return (
    <Pane
      lead={deal?.url ? <CrmLink url={deal.url} /> : null}
      onClose={onClose}
      title={deal ? (deal.title ?? t.untitled) : t.deal}
    >
      {deal ? <DealDetails deal={deal} /> : null}
      <NotLoaded read={read}>
        <div aria-busy="true">
          <Skeleton className="h-96 w-full" />
        </div>
      </NotLoaded>
    </Pane>
  );
}

type DealProps = { deal: FoundDeal };

/** All that the API knows of a deal: in the words of the CRM, and with all digits. */
function DealDetails({ deal }: DealProps) {
  const t = useTexts(crmTexts);
  const language = useLanguage();
  const nameOf = useEntryName();
  const { close_date, last_activity_at, synced_at, probability, industry_id, lost_reason } = deal;
  const day = close_date && dateText(close_date, { language, timeZone: 'UTC' });
  const share = probability === null ? null : percentText(probability / 100, language);
  return (
    <Details>
      <Detail label={t.outcome}>
        <Outcome outcome={deal.outcome} />
      </Detail>
      <Owner deal={deal} />
      <Detail label={t.amount}>{moneyText(deal, language)}</Detail>
      <Detail label={t.close}>{day ?? '–'}</Detail>
      <Detail label={t.probability}>{share ?? '–'}</Detail>
      <Named id={deal.pipeline_id} label={t.pipeline} name={deal.pipeline_name} />
      <Named id={deal.stage_id} label={t.stage} name={deal.stage_name} />
      {industry_id ? <Detail label={t.industry}>{nameOf(industry_id)}</Detail> : null}
      {lost_reason ? <Detail label={t.lost}>{lost_reason}</Detail> : null}
      <Moment at={last_activity_at} label={t.activity} />
      <Connection deal={deal} />
      <Moment at={synced_at} label={t.synced} />
      <Detail label={t.external}>
        <CopyableId id={deal.external_id} />
      </Detail>
      <Detail label="ID">
        <CopyableId id={deal.id} />
      </Detail>
    </Details>
  );
}

function Moment({ label, at }: { label: string; at: string | null }) {
  return <Detail label={label}>{at ? <Time at={at} shows="date-time" /> : '–'}</Detail>;
}

/** Something of the CRM by its name. The id helps to compare it with the API, or if the CRM no longer has the name. */
function Named({ label, name, id }: { label: string; name: string | null; id: string | null }) {
  if (!id) return null;
  return (
    <Detail label={label}>
      {name} <CopyableId id={id} {...(name && { short: '' })} />
    </Detail>
  );
}

function Connection({ deal: { connection_id, connection_name: name, provider } }: DealProps) {
  const t = useTexts(crmTexts);
  const names = providerNames[useLanguage()];
  const maySee = useMay('see_crm_connections');
  const brand = provider && names[provider] !== name ? ` · ${names[provider]}` : null;
  const link = (
    <Link className={linkClass} to={`/crm/${connection_id}`}>
      {name}
    </Link>
  );
  return (
    <Detail label={t.connection}>
      {name === null ? <CopyableId id={connection_id} /> : maySee ? link : name}
      {brand}
    </Detail>
  );
}

/** The member in charge, or the owner that the CRM names. The server leaves out what the team hides. */
function Owner({ deal: { owner_id, owner_name, owner_user_id, connection_id } }: DealProps) {
  const t = useTexts(crmTexts);
  const mayAssign = useMay('change_crm_connections') && owner_name !== null;
  const member = useMembersById([owner_user_id ?? null]).get(owner_user_id ?? '');
  const name = member?.name ?? member?.email;
  if (owner_id !== null) {
    return (
      <Detail label={t.owner}>
        <span className="flex flex-wrap items-baseline gap-x-2">
          {owner_name ?? <CopyableId id={owner_id} />}
          <span className="text-soft">{t.noMemberHere}</span>
          {mayAssign ? (
            <Link className={inlineLinkClass} to={`/crm/${connection_id}`}>
              {t.assign}
            </Link>
          ) : null}
        </span>
      </Detail>
    );
  }
  if (owner_user_id === undefined) return null;
  if (owner_user_id === null) return <Detail label={t.owner}>–</Detail>;
  return (
    <Detail label={t.owner}>
      {name ? <MemberName member={member}>{name}</MemberName> : <CopyableId id={owner_user_id} />}
    </Detail>
  );
}
