import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { happenings } from '../../../features/try-out/try-out.schema.ts';
import { trpc } from '../../api/client.ts';
import { isSandbox } from '../../session/rights.ts';
import { useMay, useTeam } from '../../session/session.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { restCommand } from '../../text/rest-command.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RestLine } from '../../ui/rest-line.tsx';
import { HappeningRow } from './happening-row.tsx';
import { OnlyInSandbox } from './only-in-sandbox.tsx';
import { tryPage } from './page.ts';
import { tryTexts } from './texts.ts';

const FRESH_MS = 5_000;
const linkLook = 'text-accent-text underline underline-offset-2';

/** Everything that can happen in a sandbox, one below the other, each with the outcome of the last press. */
export function TryPage() {
  const t = useTexts(tryTexts);
  const title = tryPage.title[useLanguage()];
  const team = useTeam();
  return (
    <>
      <PageHeader
        actions={
          team && isSandbox(team) ? (
            <Link className={buttonClass()} to="/mails">
              {t.mails}
            </Link>
          ) : undefined
        }
        lead={t.lead}
        title={title}
      />
      <OnlyInSandbox>
        <NobodyListens />
        <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-card shadow-sm">
          {happenings.map((name) => (
            <HappeningRow key={name} name={name} />
          ))}
        </ul>
        <ByPrograms />
      </OnlyInSandbox>
    </>
  );
}

/** The line of a request whose event no button can raise. It repeats the newest assignment, so it works unchanged. */
function ByPrograms() {
  const t = useTexts(tryTexts);
  const { data } = useQuery(trpc.assignments.list.queryOptions({ limit: '1' }));
  const members = useQuery(trpc.members.list.queryOptions({ limit: '1', status: 'active' }));
  const like = data?.data[0];
  const body = {
    member_id: members.data?.data[0]?.id ?? 'mem_…',
    title: t.assignmentTitle,
    situation_id: like?.situation_id ?? '…',
    personality_id: like?.personality_id ?? '…',
    industry_id: like?.industry_id ?? '…',
  };
  return (
    <section className="grid gap-2">
      <h2 className="font-semibold">{t.programs}</h2>
      <p className="max-w-2xl text-sm text-pretty text-soft">{t.programsMore}</p>
      <RestLine text={restCommand({ method: 'POST', path: '/assignments', body })} />
    </section>
  );
}

function NobodyListens() {
  const t = useTexts(tryTexts);
  const { data } = useQuery(trpc.webhooks.listEndpoints.queryOptions({}));
  const listeners = useQuery(
    trpc.webhooks.listListeners.queryOptions({}, { refetchInterval: FRESH_MS }),
  );
  const mayMake = useMay('make_webhook_secrets');
  const isHeard = (list: { data: unknown[] } | undefined) => !list || list.data.length > 0;
  if (isHeard(data) || isHeard(listeners.data)) return null;
  return (
    <Notice title={t.noEndpoint}>
      <span className="flex flex-wrap gap-x-4 gap-y-1">
        {mayMake ? (
          <Link className={linkLook} search={{ new: '1' } as never} to="/webhooks">
            {t.makeEndpoint}
          </Link>
        ) : null}
        <Link className={linkLook} hash="listen" to="/webhooks">
          {t.toMachine}
        </Link>
      </span>
    </Notice>
  );
}
