import { type FormEvent, useId, useState } from 'react';
import { BASE_PATH } from '../../rest/base-path.ts';
import { useTexts } from '../text/language.ts';
import { Button } from './button.tsx';
import { CopyLine } from './copy-line.tsx';
import { TextField } from './field.tsx';
import { Icon } from './icon.tsx';
import { tryTexts } from './try-texts.ts';

type Answer = { status: number; text: string; isKeyRefused: boolean };
type Props = {
  /** A new key. Without one, the person enters a key. */
  apiKey?: string;
  /** Called after an answer with 200. */
  onAnswered?: () => void;
};

/** The form of a whole key (auth/key-format.ts). The app otherwise shows only the beginning of a key. */
const WHOLE_KEY = /^svck_live_[0-9A-Za-z]{10}_[0-9A-Za-z]{49}$/;

/**
 * Sends a real request, `GET /me`, with a key of the person. The key stays in the memory of this page: it is stored
 * nowhere, and sent only to the API.
 */
export function TryRequest({ apiKey, onAnswered }: Props) {
  const t = useTexts(tryTexts);
  const id = useId();
  const [typed, setTyped] = useState('');
  const [answer, setAnswer] = useState<Answer | 'none' | 'no key' | 'under way'>();
  const send = async (event?: FormEvent) => {
    event?.preventDefault();
    const key = apiKey ?? typed.trim();
    if (!WHOLE_KEY.test(key)) return setAnswer('no key');
    setAnswer('under way');
    const got = await ask(key);
    setAnswer(got ?? 'none');
    if (got?.status === 200) onAnswered?.();
  };
  return (
    <form className="grid gap-3" id={id} onSubmit={(event) => void send(event)}>
      <div className="flex flex-wrap items-end gap-2">
        {apiKey === undefined ? (
          <div className="min-w-0 flex-1 basis-64">
            <TextField
              autoComplete="off"
              label={t.key}
              onChange={({ target }) => setTyped(target.value)}
              placeholder="svck_live_…"
              required
              type="password"
              value={typed}
            />
          </div>
        ) : null}
        <Button isBusy={answer === 'under way'} look="primary" type="submit">
          {t.send}
        </Button>
      </div>
      {apiKey === undefined ? <p className="text-sm text-pretty text-soft">{t.keyMore}</p> : null}
      <div aria-live="polite" className="grid gap-2 empty:hidden">
        {answer === 'no key' ? <p className="text-sm text-bad">{t.notWhole}</p> : null}
        {answer === 'none' ? <p className="text-sm text-bad">{t.none}</p> : null}
        {typeof answer === 'object' ? <Shown answer={answer} /> : null}
      </div>
    </form>
  );
}

function Shown({ answer: { status, text, isKeyRefused } }: { answer: Answer }) {
  const t = useTexts(tryTexts);
  const isOk = status === 200;
  return (
    <>
      <p className="flex items-center gap-2 text-sm font-medium">
        <Icon className={isOk ? 'text-good' : 'text-bad'} name={isOk ? 'check' : 'alert'} />
        {isOk ? t.arrived : isKeyRefused ? t.refused : t.failed(String(status))}
      </p>
      <CopyLine text={text} />
    </>
  );
}

async function ask(key: string): Promise<Answer | undefined> {
  try {
    const response = await fetch(`${BASE_PATH}/me`, {
      headers: { authorization: `Bearer ${key}` },
      credentials: 'omit',
      cache: 'no-store',
    });
    const text = await response.text();
    const { status } = response;
    return { status, text: indented(text), isKeyRefused: status === 401 };
  } catch {
    return undefined;
  }
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
