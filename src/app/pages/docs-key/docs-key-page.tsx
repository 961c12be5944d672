import { client } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { OwnerName } from '../../screens/owner-name.tsx';
import { isSandbox } from '../../session/rights.ts';
import { useMay, useTeam } from '../../session/session.ts';
import { switchTeam } from '../../session/sign-out.ts';
import { EnterSandbox } from '../../team/enter-sandbox.tsx';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { forgetTabKey } from '../../ui/forget-tab-key.ts';
import { isSandboxKey, keepSandboxKey, keptKey, sandboxKey } from '../../ui/kept-in-tab.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Section } from '../../ui/section.tsx';
import { docsKeyPage } from './page.ts';
import { docsKeyTexts } from './texts.ts';

/** The page or section of the documentation from which the person has come. No other address is followed. */
function pageOfDocs(): string {
  const from = new URLSearchParams(location.search).get('from') ?? '';
  return /^\/docs\/(?:de|en)(?:\/[a-z0-9-]+)*(?:#[\p{L}\d_-]+)?$/u.test(from) ? from : '/docs/';
}

const thisPage = () => location.pathname + location.search;

/** Whether the key of this tab belongs to this team. */
const isOfTab = (teamId: string | undefined) =>
  isSandboxKey(keptKey()) && sandboxKey().teamId === teamId;

/** Makes a key of a sandbox and hands it to the documentation in the same tab. */
export function DocsKeyPage() {
  const t = useTexts(docsKeyTexts);
  return (
    <div className="grid w-full max-w-2xl gap-6">
      <PageHeader lead={t.lead} title={docsKeyPage.title[useLanguage()]} />
      <MakeKey />
    </div>
  );
}

function MakeKey() {
  const t = useTexts(docsKeyTexts);
  const team = useTeam();
  const mayMake = useMay('make_api_keys');
  const make = useAction(client.apiKeys.createForDocs.mutate, ({ key, key_id }) => {
    keepSandboxKey(key, key_id, team?.id ?? '');
    const page = pageOfDocs();
    location.assign(page.includes('#') ? page : `${page}#send`);
  });
  const back = <Button onClick={() => location.assign(pageOfDocs())}>{t.back}</Button>;
  if (!mayMake) {
    return (
      <Empty action={back} icon="privacy" title={t.noRight}>
        <p>{t.noRightMore}</p>
        <OwnerName />
      </Empty>
    );
  }
  if (!isSandbox(team)) {
    return (
      <Empty
        action={
          <div className="grid justify-items-center gap-3">
            <EnterSandbox page={thisPage()} />
            <EndKey />
            {back}
          </div>
        }
        icon="flask"
        title={t.sandbox}
      >
        {t.sandboxMore}
      </Empty>
    );
  }
  return (
    <Section id="key" title={team?.name ?? ''}>
      <ul className="grid list-disc gap-1 pl-5 text-soft">
        {Object.values(t.facts).map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      <FailureNotice error={make.error} />
      <div className="flex flex-wrap gap-2">
        {isOfTab(team?.id) ? null : (
          <Button isBusy={make.isBusy} look="primary" onClick={() => void make.run({})}>
            {t.make}
          </Button>
        )}
        <EndKey />
        {back}
      </div>
    </Section>
  );
}

/** Ends the key of this tab. Only its own sandbox can do that, so this leads there first. */
function EndKey() {
  const t = useTexts(docsKeyTexts);
  const team = useTeam();
  const end = useAction(client.apiKeys.revoke.mutate, () => {
    forgetTabKey();
    location.assign(pageOfDocs());
  });
  if (!isSandboxKey(keptKey())) return null;
  const { id, teamId } = sandboxKey();
  if (!isOfTab(team?.id)) {
    return <Button onClick={() => void switchTeam(teamId, thisPage())}>{t.toItsSandbox}</Button>;
  }
  return (
    <>
      <FailureNotice error={end.error} />
      <Button isBusy={end.isBusy} onClick={() => void end.run({ key_id: id })}>
        {t.end}
      </Button>
    </>
  );
}
