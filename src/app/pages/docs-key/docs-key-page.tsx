import { client } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { OwnerName } from '../../screens/owner-name.tsx';
import { isSandbox } from '../../session/rights.ts';
import { useMay, useTeam } from '../../session/session.ts';
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
  const make = useAction(client.apiKeys.createForDocs.mutate, (made) => {
    keepSandboxKey(made);
    const page = pageOfDocs();
    location.assign(page.includes('#') ? page : `${page}#send`);
  });
  const end = useAction(client.apiKeys.revoke.mutate, () => {
    forgetTabKey();
    location.assign(pageOfDocs());
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
    const comeBack = location.pathname + location.search;
    return (
      <Empty
        action={
          <div className="grid justify-items-center gap-3">
            <EnterSandbox page={comeBack} />
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
      <FailureNotice error={make.error ?? end.error} />
      <div className="flex flex-wrap gap-2">
        <Button isBusy={make.isBusy} look="primary" onClick={() => void make.run({})}>
          {t.make}
        </Button>
        {isSandboxKey(keptKey()) ? (
          <Button isBusy={end.isBusy} onClick={() => void end.run({ key_id: sandboxKey().id })}>
            {t.end}
          </Button>
        ) : null}
        {back}
      </div>
    </Section>
  );
}
