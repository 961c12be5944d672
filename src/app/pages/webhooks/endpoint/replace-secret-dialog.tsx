import { client } from '../../../api/client.ts';
import { useAction } from '../../../api/use-action.ts';
import { useTexts } from '../../../text/language.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import type { MadeSecret } from '../secret-shown.tsx';
import { endpointPageTexts } from './texts.ts';

type Props = { endpointId: string; onClose: () => void; onMade: (made: MadeSecret) => void };

export function ReplaceSecretDialog({ endpointId, onClose, onMade }: Props) {
  const t = useTexts(endpointPageTexts);
  const ui = useTexts(uiTexts);
  const replace = useAction(client.webhooks.replaceSecret.mutate, (answer) => {
    onClose();
    onMade({ endpointId: answer.endpoint_id, secret: answer.secret });
  });
  const { one, two, three } = t.replaceSteps;
  const buttons = (
    <>
      <Button data-first="" onClick={onClose}>
        {ui.cancel}
      </Button>
      <Button
        isBusy={replace.isBusy}
        look="primary"
        onClick={() => void replace.run({ endpoint_id: endpointId })}
      >
        {t.replaceVerb}
      </Button>
    </>
  );
  return (
    <Dialog footer={buttons} lead={t.replaceLead} onClose={onClose} title={t.replaceTitle}>
      <ol className="grid gap-3">
        {[one, two, three].map((text, index) => (
          <li className="flex gap-3" key={text}>
            <span
              aria-hidden="true"
              className="tabular grid size-5 shrink-0 place-items-center rounded-full bg-sunk text-xs font-medium"
            >
              {index + 1}
            </span>
            {text}
          </li>
        ))}
      </ol>
      <FailureNotice error={replace.error} />
    </Dialog>
  );
}
