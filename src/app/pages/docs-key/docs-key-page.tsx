import { useEffect } from 'react';
import { client } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { OwnerName } from '../../screens/owner-name.tsx';
import { isSandbox } from '../../session/rights.ts';
import { useMay, useTeam } from '../../session/session.ts';
import { switchTeam } from '../../session/sign-out.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { forgetTabKey } from '../../ui/forget-tab-key.ts';
import {
  hasKeyOf,
  isSandboxKey,
  keepSandboxKey,
  keepWish,
  keptKey,
  sandboxKey,
  takeWish,
} from '../../ui/kept-in-tab.ts';
import { late } from '../../ui/late.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Section } from '../../ui/section.tsx';
import { OtherKey } from './other-key.tsx';
import { docsKeyPage } from './page.ts';
import { docsKeyTexts } from './texts.ts';

const KeyInSandbox = late(() => import('./key-in-sandbox.tsx').then((part) => part.KeyInSandbox));

/** The page or section of the documentation from which the person has come. No other address is followed. */
function pageOfDocs(): string {
  const from = new URLSearchParams(location.search).get('from') ?? '';
  return /^\/docs\/(?:de|en)(?:\/[a-z0-9-]+)*(?:#[\p{L}\d_-]+)?$/u.test(from) ? from : '/docs/';
}

const thisPage = () => location.pathname + location.search;

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
  const back = <Button onClick={() => location.assign(pageOfDocs())}>{t.back}</Button>;
  if (!mayMake || !team) {
    return (
      <Empty action={back} icon="privacy" title={t.noRight}>
        <p>{t.noRightMore}</p>
        <OwnerName />
      </Empty>
    );
  }
  const isInside = isSandbox(team);
  return (
    <Section id="key" title={isInside ? team.name : t.sandbox}>
      {isInside ? null : <p className="text-pretty text-soft">{t.sandboxMore}</p>}
      <ul className="grid list-disc gap-1 pl-5 text-soft">
        {Object.values(t.facts).map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-2">
        {isInside ? <KeyHere teamId={team.id} /> : <KeyInSandbox page={thisPage()} />}
        <EndKey />
        {back}
      </div>
    </Section>
  );
}

/** Makes the key in the open sandbox, without another click if the person has opened the sandbox for it. */
function KeyHere({ teamId }: { teamId: string }) {
  const t = useTexts(docsKeyTexts);
  const make = useAction(client.apiKeys.createForDocs.mutate, ({ key, key_id }) => {
    keepSandboxKey(key, key_id, teamId);
    const page = pageOfDocs();
    location.assign(page.includes('#') ? page : `${page}#send`);
  });
  useEffect(() => {
    if (takeWish(teamId) && !hasKeyOf(teamId)) void make.run({});
  });
  if (hasKeyOf(teamId)) return null;
  return (
    <>
      <OtherKey />
      <div className="w-full empty:hidden">
        <FailureNotice error={make.error} />
      </div>
      <Button isBusy={make.isBusy} look="primary" onClick={() => void make.run({})}>
        {t.make}
      </Button>
    </>
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
  const toItsSandbox = () => {
    // The person may have wished for a key before, and not got to its sandbox.
    keepWish('');
    void switchTeam(teamId, thisPage());
  };
  if (!hasKeyOf(team?.id)) {
    return <Button onClick={toItsSandbox}>{t.toItsSandbox}</Button>;
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
