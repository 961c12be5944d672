import { type ReactNode, useState } from 'react';
import { useTexts } from '../text/language.ts';
import { Button, IconButton } from './button.tsx';
import { classes } from './classes.ts';
import { useCopy } from './copy.ts';
import { CopyLine } from './copy-line.tsx';
import { Dialog } from './dialog.tsx';
import { Notice } from './notice.tsx';
import { uiTexts } from './texts.ts';

type Props = {
  title: string;
  secret: string;
  /** Stands beside the secret. */
  mark?: ReactNode;
  /** A command that contains the secret, to copy as a whole. */
  line?: { label: string; textWith: (secret: string) => string };
  /** Says what to do with the secret. */
  children?: ReactNode;
  onClose: () => void;
};

/** Shows a secret once. It is masked and can be copied. Only its button closes the dialog. */
export function SecretDialog({ title, secret, mark, line, children, onClose }: Props) {
  const t = useTexts(uiTexts);
  const { state, copy } = useCopy(secret);
  const [isShown, setIsShown] = useState(false);
  const [hasCopied, setHasCopied] = useState(false);
  const [warns, setWarns] = useState(false);
  const take = () => {
    copy();
    setHasCopied(true);
  };
  const close = () => (hasCopied || warns ? onClose() : setWarns(true));
  const isKept = hasCopied && state !== 'failed';
  const footer = (
    <Button look={isKept ? 'primary' : 'plain'} onClick={close}>
      {warns && !isKept ? t.secretCloseAnyway : t.secretKept}
    </Button>
  );
  return (
    <Dialog
      closesEasily={false}
      footer={footer}
      lead={t.secretOnce}
      onClose={close}
      size="lg"
      title={title}
    >
      <div className="flex items-center gap-1 rounded-lg border border-edge bg-sunk p-1 pl-3">
        <code
          className={classes(
            'min-w-0 flex-1 font-mono text-sm',
            isShown ? 'py-1 break-all' : 'truncate',
          )}
          data-testid="secret"
        >
          {isShown ? secret : masked(secret)}
        </code>
        {mark}
        <IconButton
          icon="eye"
          label={isShown ? t.hideSecret : t.showSecret}
          onClick={() => setIsShown(!isShown)}
        />
        <Button icon={state === 'copied' ? 'check' : 'copy'} onClick={take} size="sm">
          {t.copy}
        </Button>
        <span aria-live="polite" className="hidden-text">
          {state === 'copied' ? t.copied : ''}
        </span>
      </div>
      {state === 'failed' ? <Notice tone="warn">{t.copyFailed}</Notice> : null}
      {line ? (
        <div className="grid gap-1.5">
          <p className="text-sm font-medium">{line.label}</p>
          <CopyLine
            onCopy={() => setHasCopied(true)}
            shown={line.textWith(isShown ? secret : masked(secret))}
            text={line.textWith(secret)}
          />
        </div>
      ) : null}
      {children}
      {warns && !isKept ? (
        <Notice isUrgent title={t.secretNotCopied} tone="warn">
          {t.secretWarning}
        </Notice>
      ) : null}
    </Dialog>
  );
}

/** Leaves the beginning visible, because it identifies the key. */
function masked(secret: string): string {
  return `${secret.slice(0, 14)}${'•'.repeat(20)}`;
}
