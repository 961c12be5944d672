import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import type { LinkContent } from '../../../features/account/link.schema.ts';
import { client } from '../../api/client.ts';
import { useOwnAction } from '../../api/use-action.ts';
import { canUsePasskeys } from '../../passkeys/credentials.ts';
import { answerChallenge } from '../../session/passkey-button.tsx';
import { forgetRead } from '../../session/sign-out.ts';
import { sessionTexts } from '../../session/texts.ts';
import { useTexts } from '../../text/language.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Form, useSchemaForm } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { linkTexts } from './texts.ts';

type Props = { token: string; onDone: () => void };

/** Undoes a change of the address, or ends the sessions, if the person asks for it here. */
export function UndoChange({ link, token }: { link: LinkContent; token: string }) {
  const t = useTexts(linkTexts);
  const [done, setDone] = useState<'undone' | 'ended' | null>(null);
  const finish = (what: 'undone' | 'ended') => {
    forgetRead();
    setDone(what);
  };
  if (done === 'undone') {
    return (
      <>
        <Notice title={t.undone} tone="good">
          {t.undoneMore(link.email)}
        </Notice>
        <Link className={buttonClass('primary')} to="/sign-in">
          {t.toSignIn}
        </Link>
      </>
    );
  }
  if (done === 'ended') {
    return (
      <Notice title={t.sessionsEnded} tone="warn">
        {t.sessionsEndedMore}
      </Notice>
    );
  }
  return (
    <>
      <p className="text-soft">{t.undoMore}</p>
      <WithPassword email={link.email} onDone={() => finish('undone')} token={token} />
      <WithPasskey onDone={() => finish('undone')} token={token} />
      <WithNeither onDone={() => finish('ended')} token={token} />
    </>
  );
}

const schema = z.object({ password: z.string().min(1).max(1000) });

function WithPassword({ email, token, onDone }: Props & { email: string }) {
  const t = useTexts(linkTexts);
  const sent = useSchemaForm({
    defaults: { password: '' },
    schema,
    submit: async (proof) => {
      await client.account.undoEmailChange.mutate({ token, proof });
      onDone();
    },
  });
  const { form } = sent;
  return (
    <Form sent={sent} isWide look="primary" verb={t.undo}>
      <input autoComplete="username" hidden readOnly type="email" value={email} />
      <form.AppField name="password">
        {(field) => (
          <field.Text
            autoComplete="current-password"
            autoFocus
            label={t.formerPassword}
            type="password"
          />
        )}
      </form.AppField>
    </Form>
  );
}

function WithPasskey({ token, onDone }: Props) {
  const t = useTexts(linkTexts);
  const session = useTexts(sessionTexts);
  const [hasRefused, setHasRefused] = useState(false);
  const use = useOwnAction(async (_: undefined) => {
    const proof = await answerChallenge();
    setHasRefused(!proof);
    if (!proof) return;
    await client.account.undoEmailChange.mutate({ token, proof });
    onDone();
  });
  if (!canUsePasskeys) return null;
  return (
    <div className="grid gap-2">
      <Button icon="passkey" isBusy={use.isBusy} isWide onClick={() => void use.run(undefined)}>
        {t.undoWithPasskey}
      </Button>
      {hasRefused ? <p className="text-center text-sm text-soft">{session.noPasskey}</p> : null}
      <FailureNotice error={use.error} />
    </div>
  );
}

/** Asks a second time, because the person can do little afterwards. */
function WithNeither({ token, onDone }: Props) {
  const t = useTexts(linkTexts);
  const [isOpen, setIsOpen] = useState(false);
  const end = useOwnAction(() => client.account.endSessionsByLink.mutate({ token }), onDone);
  if (!isOpen) return <Button onClick={() => setIsOpen(true)}>{t.noProof}</Button>;
  return (
    <div className="grid gap-2">
      <p className="text-sm text-soft">{t.noProofMore}</p>
      <FailureNotice error={end.error} />
      <Button isBusy={end.isBusy} isWide onClick={() => void end.run(undefined)}>
        {t.endSessions}
      </Button>
    </div>
  );
}
