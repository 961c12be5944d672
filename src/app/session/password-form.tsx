import { type FormEvent, type ReactNode, useState } from 'react';
import { client } from '../api/client.ts';
import { useOwnAction } from '../api/use-action.ts';
import { useTexts } from '../text/language.ts';
import { Button } from '../ui/button.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { TextField } from '../ui/field.tsx';
import { uiTexts } from '../ui/texts.ts';
import { sessionTexts } from './texts.ts';

type Props = {
  purpose: 'sign_in' | 'proof';
  /** The address, if it is known. The form then asks only for the password. */
  email?: string | undefined;
  onDone: () => void;
  children?: ReactNode;
};

/**
 * A plain HTML form, because password managers recognize it. It shows our own messages, in the app's language instead
 * of the browser's.
 */
export function PasswordForm({ purpose, email, onDone, children }: Props) {
  const t = useTexts(sessionTexts);
  const send = useOwnAction(
    ({ email: address, password }: { email: string; password: string }) =>
      purpose === 'proof'
        ? client.session.prove.mutate({ password })
        : client.session.signIn.mutate({ email: address, password }),
    onDone,
  );
  const ui = useTexts(uiTexts);
  const [wrong, setWrong] = useState<{ email?: string; password?: string }>({});
  const check = (form: HTMLFormElement) => {
    const fields = [...form.querySelectorAll('input')].filter(({ validity }) => !validity.valid);
    const textOf = ({ validity }: HTMLInputElement) =>
      validity.valueMissing ? ui.required : ui.invalidEmail;
    setWrong(Object.fromEntries(fields.map((field) => [field.name, textOf(field)])));
    fields[0]?.focus();
    return fields.length === 0;
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!check(event.currentTarget)) return;
    const values = new FormData(event.currentTarget);
    const input = { email: String(values.get('email')), password: String(values.get('password')) };
    void send.run(input);
  };
  return (
    <form className="grid gap-4" noValidate onSubmit={onSubmit}>
      <TextField
        autoComplete="username"
        autoFocus={!email}
        defaultValue={email}
        error={wrong.email}
        label={t.email}
        name="email"
        readOnly={email !== undefined}
        required
        type="email"
      />
      <TextField
        autoComplete="current-password"
        autoFocus={Boolean(email)}
        error={wrong.password}
        label={t.password}
        name="password"
        required
        type="password"
      />
      {children}
      <FailureNotice error={send.error} />
      <Button isBusy={send.isBusy} isWide look="primary" type="submit">
        {purpose === 'proof' ? t.confirm : t.signIn}
      </Button>
    </form>
  );
}
