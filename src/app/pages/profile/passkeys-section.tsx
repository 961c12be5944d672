import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client, reload, trpc } from '../../api/client.ts';
import { useOwnAction } from '../../api/use-action.ts';
import { canUsePasskeys, newPasskey } from '../../passkeys/credentials.ts';
import { useTexts } from '../../text/language.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { PasskeyRow } from './passkey-row.tsx';
import { profileTexts } from './texts.ts';

/** The passkeys of the person. */
export function PasskeysSection() {
  const t = useTexts(profileTexts);
  const { data, error } = useQuery(trpc.account.passkeys.queryOptions({}));
  const [hasRefused, setHasRefused] = useState(false);
  const add = useOwnAction(register, async (added) => {
    setHasRefused(!added);
    if (!added) return;
    await reload();
    showToast(t.passkeyAdded);
  });
  const button = (
    <Button icon="plus" isBusy={add.isBusy} onClick={() => void add.run(undefined)} size="sm">
      {t.addPasskey}
    </Button>
  );
  return (
    <Section
      id="passkeys"
      actions={canUsePasskeys ? button : null}
      lead={t.passkeysMore}
      title={t.passkeys}
    >
      {hasRefused ? (
        <p className="text-sm text-soft" role="status">
          {t.passkeyNotAdded}
        </p>
      ) : null}
      <FailureNotice error={error ?? add.error} />
      {data && data.data.length > 0 ? (
        <ul className="divide-y divide-line rounded-lg border border-line">
          {data.data.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      ) : null}
      {data?.data.length === 0 ? (
        <p className="rounded-lg border border-line border-dashed px-3 py-4 text-sm text-soft">
          {canUsePasskeys ? t.noPasskeys : t.passkeysImpossible}
        </p>
      ) : null}
      {!data && !error ? <Skeleton className="h-14 w-full" /> : null}
    </Section>
  );
}

/** False: the person has closed the browser's window. */
async function register(_: undefined): Promise<boolean> {
  const { challenge_id, options } = await client.account.passkeyRegistration.mutate({});
  const response = await newPasskey(options);
  if (!response) return false;
  await client.account.addPasskey.mutate({ challenge_id, response });
  return true;
}
