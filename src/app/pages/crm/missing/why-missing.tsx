import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { trpc } from '../../../api/client.ts';
import type { AppOutputs } from '../../../api/outputs.ts';
import { useMay } from '../../../session/session.ts';
import { Time } from '../../../session/time.tsx';
import { useTexts } from '../../../text/language.ts';
import { linkClass } from '../../../ui/link-class.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Section } from '../../../ui/section.tsx';
import { MissingInConnection } from './missing-in-connection.tsx';
import { missingTexts } from './texts.ts';

export type Explained = AppOutputs['crm']['explainMissing']['data'][number];

type Props = { search: string; connectionId: string | undefined };

/** Says why a deal of the CRM may be missing here, and what is known of the deal that the person looks for. */
export function WhyMissing({ search, connectionId }: Props) {
  const t = useTexts(missingTexts);
  const maySee = useMay('see_crm_connections');
  const { data } = useQuery(
    trpc.crm.explainMissing.queryOptions({
      ...(search && { search }),
      ...(connectionId && { connection_id: connectionId }),
    }),
  );
  if (!data) return null;
  if (data.data.length === 0) return <NoConnection />;
  return (
    <>
      {data.data.map((one) => (
        <Stored connection={one} key={one.connection_id} />
      ))}
      <Section lead={t.lead} title={t.title}>
        <ul className="-mx-4 divide-y divide-line border-y border-line">
          {data.data.map((one) => (
            <MissingInConnection connection={one} key={one.connection_id} />
          ))}
        </ul>
        <div className="grid gap-1 text-sm">
          <h3 className="font-medium">{t.rules}</h3>
          <ul className="grid list-disc gap-1 pl-5 text-pretty text-soft">
            <li>{t.deleted}</li>
            <li>{t.hidden}</li>
          </ul>
          {maySee ? null : <p className="text-soft">{t.ask}</p>}
        </div>
      </Section>
    </>
  );
}

function NoConnection() {
  const t = useTexts(missingTexts);
  const maySee = useMay('see_crm_connections');
  return (
    <Notice title={t.noConnection}>
      {maySee ? (
        <Link className={linkClass} to="/crm">
          {t.connect}
        </Link>
      ) : (
        t.ask
      )}
    </Notice>
  );
}

/** The API knows the id that the person looks for, so there is one answer in place of several possible reasons. */
function Stored({ connection: { known: stored } }: { connection: Explained }) {
  const t = useTexts(missingTexts);
  if (!stored) return null;
  const { external_id: id, removed_at, unread_field } = stored;
  if (removed_at) {
    return (
      <Notice title={t.removed(id)}>
        {t.removedMore} <Time at={removed_at} />.
      </Notice>
    );
  }
  if (unread_field === null) return null;
  return (
    <Notice title={t.unread(id)} tone="warn">
      {t.unreadMore(unread_field)}
    </Notice>
  );
}
