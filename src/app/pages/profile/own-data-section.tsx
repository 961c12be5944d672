import { useState } from 'react';
import type { Profile } from '../../../features/account/profile.schema.ts';
import { client } from '../../api/client.ts';
import { useOwnAction } from '../../api/use-action.ts';
import { useSession } from '../../session/session.ts';
import { forgetAll } from '../../session/sign-out.ts';
import { useTexts } from '../../text/language.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { download } from '../../ui/download.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Section } from '../../ui/section.tsx';
import { ownDataTexts } from './own-data-texts.ts';

/** The person's own data as a file, and the end of the account. */
export function OwnDataSection({ profile }: { profile: Profile }) {
  const t = useTexts(ownDataTexts);
  const [isLeaving, setIsLeaving] = useState(false);
  const teams = (useSession()?.teams ?? []).filter(({ sandbox_of }) => sandbox_of === null);
  // This call can ask for the fresh proof. The download that follows cannot.
  const take = useOwnAction(client.account.exportData.query, ({ url }) => download(url));
  const button = (
    <Button icon="download" isBusy={take.isBusy} onClick={() => void take.run({})}>
      {t.download}
    </Button>
  );
  return (
    <Section id="own-data" actions={button} lead={t.lead} title={t.title}>
      <FailureNotice error={take.error} />
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
        <p className="min-w-0 flex-1 basis-64 text-sm text-soft">
          {teams.length > 0 ? t.isMember(teams.map(({ name }) => name).join(', ')) : t.removeMore}
        </p>
        <Button disabled={teams.length > 0} onClick={() => setIsLeaving(true)}>
          {t.remove}
        </Button>
      </div>
      {isLeaving ? (
        <RemoveAccountDialog email={profile.email} onClose={() => setIsLeaving(false)} />
      ) : null}
    </Section>
  );
}

function RemoveAccountDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const t = useTexts(ownDataTexts);
  const remove = useOwnAction(client.account.remove.mutate, async () => {
    await forgetAll();
    location.assign('/app/sign-in');
  });
  return (
    <Confirm
      action={remove}
      input={{}}
      name={email}
      onClose={onClose}
      title={t.removeTitle(email)}
      verb={t.remove}
    >
      <p>{t.goes}</p>
      <p>{t.stays}</p>
      <p className="font-medium text-ink">{t.forever}</p>
    </Confirm>
  );
}
