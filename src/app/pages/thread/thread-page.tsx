import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { trpc } from '../../api/client.ts';
import { codeOf } from '../../api/failure.ts';
import { Screen } from '../../screens/screen.tsx';
import { useMay } from '../../session/session.ts';
import { switchTeam } from '../../session/sign-out.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { isKnown, useThread } from '../../thread/use-thread.ts';
import { Button } from '../../ui/button.tsx';
import { late } from '../../ui/late.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { threadPage } from './page.ts';
import { threadPageTexts } from './texts.ts';

const WalkedThread = late(
  () => import('./walked-thread.tsx').then((part) => part.WalkedThread),
  Waiting,
);

/** A request and all that came of it, at an address that people can send to others. */
export function ThreadPage() {
  const { requestId = '' } = useParams({ strict: false }) as { requestId?: string };
  const id = requestId.toLowerCase();
  return useMay('see_audit_log') ? <InTeam id={id} /> : <Elsewhere id={id} />;
}

/** The thread in the team in which the person works. */
function InTeam({ id }: { id: string }) {
  const read = useThread({ of: 'request', id });
  const { data: found, error } = read;
  if (found && isKnown(found)) return <WalkedThread found={found} id={id} />;
  if (found || codeOf(error) === 'not_found') return <Elsewhere id={id} />;
  return (
    <NotLoaded read={read}>
      <Waiting />
    </NotLoaded>
  );
}

function Waiting() {
  const title = threadPage.title[useLanguage()];
  return (
    <>
      <PageHeader title={title} />
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-56 w-full" />
    </>
  );
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The team that knows the request, or that none does. A foreign, an unknown and an expired id read alike. */
function Elsewhere({ id }: { id: string }) {
  const t = useTexts(threadPageTexts);
  const read = useQuery({
    ...trpc.thread.getTeamOfRequest.queryOptions({ request_id: id }),
    enabled: UUID.test(id),
  });
  const team = read.data?.team;
  if (team) {
    const { name, sandbox_of } = team;
    const change = (
      <Button look="primary" onClick={() => void switchTeam(team.id, `/app/thread/${id}`)}>
        {t.switchTo(name)}
      </Button>
    );
    const title = sandbox_of === null ? t.elsewhere(name) : t.inSandbox(name);
    return (
      <Screen
        actions={change}
        icon={sandbox_of === null ? 'people' : 'flask'}
        isWhole
        title={title}
      >
        <p>{t.elsewhereMore}</p>
      </Screen>
    );
  }
  if (!UUID.test(id) || read.data) {
    return (
      <Screen icon="search" isWhole title={t.notFound}>
        <p>{t.notFoundMore}</p>
      </Screen>
    );
  }
  return (
    <NotLoaded read={read}>
      <Waiting />
    </NotLoaded>
  );
}
