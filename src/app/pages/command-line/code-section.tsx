import { useState } from 'react';
import { z } from 'zod';
import type { PendingLogin } from '../../../features/command-line/command-line.schema.ts';
import { client } from '../../api/client.ts';
import { codeOf } from '../../api/failure.ts';
import { useOwnAction } from '../../api/use-action.ts';
import { useTexts } from '../../text/language.ts';
import { terminalCommand } from '../../text/listen-command.ts';
import { Button } from '../../ui/button.tsx';
import { CopyLine } from '../../ui/copy-line.tsx';
import { Form, useSchemaForm } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import { LoginSection } from './login-section.tsx';
import { commandLineTexts } from './texts.ts';

export type LoginWithCode = PendingLogin & { code: string };

/** What became of a login that a person looked at. */
export type Decided = 'confirmed' | 'refused' | 'over';

/** The person types the code, sees which machine asks for the login, and confirms or refuses. */
export function CodeSection() {
  const t = useTexts(commandLineTexts);
  const [login, setLogin] = useState<LoginWithCode>();
  const [end, setEnd] = useState<Decided>();
  if (login) {
    const decided = (decision: Decided) => {
      setLogin(undefined);
      setEnd(decision);
    };
    return <LoginSection login={login} onEnd={decided} />;
  }
  if (end === 'confirmed') {
    return (
      <Section id="code" title={t.confirmed}>
        <Notice isUrgent title={t.confirmedMore} tone="good" />
        <div>
          <Button onClick={() => setEnd(undefined)}>{t.next}</Button>
        </div>
      </Section>
    );
  }
  return (
    <Section id="code" lead={t.enterLead} title={t.enter}>
      {end === 'refused' ? <Notice isUrgent title={t.refused} /> : null}
      {end === 'over' ? <UnknownNotice /> : null}
      <CopyLine text={terminalCommand('login')} />
      <CodeForm
        onFound={(found) => {
          setEnd(undefined);
          setLogin(found);
        }}
      />
    </Section>
  );
}

const schema = z.object({ code: z.string().trim().min(8).max(30) });

function CodeForm({ onFound }: { onFound: (login: LoginWithCode) => void }) {
  const t = useTexts(commandLineTexts);
  const [isUnknown, setIsUnknown] = useState(false);
  const look = useOwnAction(client.commandLine.getLogin.mutate, (found, { code }) => {
    onFound({ ...found, code });
  });
  const sent = useSchemaForm({
    defaults: { code: '' },
    schema,
    submit: async ({ code }) => {
      setIsUnknown(false);
      try {
        await look.orThrow({ code });
      } catch (thrown) {
        if (codeOf(thrown) !== 'not_found') throw thrown;
        setIsUnknown(true);
      }
    },
  });
  const { form } = sent;
  return (
    <Form sent={sent} look="primary" verb={t.look}>
      {isUnknown ? <UnknownNotice /> : null}
      <form.AppField name="code">
        {(field) => <field.Text autoComplete="off" hint={t.codeHint} label={t.code} />}
      </form.AppField>
    </Form>
  );
}

function UnknownNotice() {
  const t = useTexts(commandLineTexts);
  return (
    <Notice isUrgent title={t.unknown} tone="bad">
      {t.unknownMore}
    </Notice>
  );
}
