import { QueryObserver } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { client, queryClient } from '../api/client.ts';
import { useAction } from '../api/use-action.ts';
import { switchTeam } from '../session/sign-out.ts';
import { numberText } from '../text/formats.ts';
import { useLanguage, useTexts } from '../text/language.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Checkbox } from '../ui/check.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { NameDialog } from '../ui/name-dialog.tsx';
import { showToast } from '../ui/toasts.tsx';
import { createSandboxTexts } from './create-sandbox-texts.ts';
import { OpensWhenFilled } from './opens-when-filled.tsx';
import { sandboxesQuery, TOUR, useSandboxes } from './use-sandboxes.ts';

type CreateProps = {
  /** How many there are. Their number is part of the suggested name. */
  count: number;
  /** No list of the sandboxes stands beside. So the dialog says how far the new one is, and opens it. */
  waits?: boolean;
  onClose: () => void;
};

export function CreateSandboxDialog({ count, waits = false, onClose }: CreateProps) {
  const t = useTexts(createSandboxTexts);
  const [withHistory, setWithHistory] = useState(true);
  const [made, setMade] = useState<Made>();
  const create = useAction(client.sandboxes.create.mutate, ({ id }, { name, with_history }) => {
    if (waits) return setMade({ id, name, page: with_history ? TOUR : undefined });
    showToast(t.created);
    onClose();
  });
  const [isSent, setSent] = useState(false);
  const { data: list } = useSandboxes();
  if (made) return <Filling onClose={onClose} sandbox={made} />;
  // The list contains the new sandbox before the dialog knows its id.
  if (list && list.data.length >= list.most && !isSent)
    return <Full most={list.most} onClose={onClose} />;
  return (
    <NameDialog
      hint={t.nameHint}
      label={t.name}
      name={count === 0 ? t.firstName : `${t.firstName} ${count + 1}`}
      onClose={onClose}
      save={(name) => {
        setSent(true);
        return create.orThrow({ name, with_history: withHistory });
      }}
      title={t.create}
      verb={t.createVerb}
    >
      <Checkbox
        checked={withHistory}
        hint={t.withHistoryHint}
        label={t.withHistory}
        onChange={({ target }) => setWithHistory(target.checked)}
      />
    </NameDialog>
  );
}

/** Without this, the person would name a sandbox that the server then refuses. */
function Full({ most, onClose }: { most: number; onClose: () => void }) {
  const t = useTexts(createSandboxTexts);
  const language = useLanguage();
  return (
    <Dialog
      footer={
        <Link className={buttonClass()} hash="sandboxes" onClick={onClose} to="/team">
          {t.toSandboxes}
        </Link>
      }
      onClose={onClose}
      size="sm"
      title={t.create}
    >
      <p className="text-sm text-pretty">{t.full(numberText(most, language))}</p>
    </Dialog>
  );
}

/** A new sandbox, and the page at which it opens. */
type Made = { id: string; name: string; page: string | undefined };

type FillingProps = { sandbox: Made; onClose: () => void };

/** Until the new sandbox is filled. Then it opens, or if the person goes on working, a message leads into it. */
function Filling({ sandbox: { id, name, page }, onClose }: FillingProps) {
  const t = useTexts(createSandboxTexts);
  const close = () => {
    const run = () => void switchTeam(id, page);
    whenReady(id, () => showToast(t.ready(name), { act: { verb: t.open, run } }));
    onClose();
  };
  return (
    <Dialog
      footer={<Button onClick={close}>{t.goOn}</Button>}
      onClose={close}
      size="sm"
      title={t.create}
    >
      <div className="grid gap-2 text-sm" role="status">
        <OpensWhenFilled id={id} page={page} />
        <p className="text-pretty text-soft">{t.closeMore}</p>
      </div>
    </Dialog>
  );
}

/** Waits outside of any component, because the person may leave the page. */
function whenReady(id: string, tell: () => void): void {
  const stop = new QueryObserver(queryClient, sandboxesQuery()).subscribe(({ data }) => {
    const sandbox = data?.data.find((one) => one.id === id);
    if (!data || (sandbox && sandbox.state !== 'ready')) return;
    stop();
    if (sandbox) tell();
  });
}
