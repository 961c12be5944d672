import type { InvitationResults } from '../../../features/members/invite-many.schema.ts';
import { numberText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { uiTexts } from '../../ui/texts.ts';
import { inviteTexts } from './invite-texts.ts';

type Result = InvitationResults['results'][number];
type Props = {
  results: readonly Result[];
  onClose: () => void;
  /** Goes back to the form with the addresses that were refused. */
  onRest: (emails: string[]) => void;
};

export const wasInvited = ({ outcome }: Result): boolean => outcome === 'invited';

/** The result for each address. Refused addresses come first. */
export function InvitationOutcomes({ results, onClose, onRest }: Props) {
  const texts = useTexts(inviteTexts);
  const ui = useTexts(uiTexts);
  const language = useLanguage();
  const refused = results.filter((result) => !wasInvited(result));
  const done = numberText(results.length - refused.length, language);
  const buttons = (
    <>
      <Button onClick={onClose}>{ui.close}</Button>
      <Button look="primary" onClick={() => onRest(refused.map(({ email }) => email))}>
        {texts.editRest}
      </Button>
    </>
  );
  return (
    <Dialog
      footer={buttons}
      onClose={onClose}
      title={texts.resultsTitle(done, numberText(results.length, language))}
    >
      <ul aria-label={texts.results} className="grid divide-y divide-line text-sm">
        {[...refused, ...results.filter(wasInvited)].map((result) => (
          <li className="grid gap-x-4 py-2 sm:grid-cols-[minmax(0,1fr)_auto]" key={result.email}>
            <span className="truncate font-medium" title={result.email}>
              {result.email}
            </span>
            <Outcome result={result} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function Outcome({ result }: { result: Result }) {
  const texts = useTexts(inviteTexts);
  const isDone = wasInvited(result);
  return (
    <span className={`flex items-center gap-1.5 ${isDone ? 'text-soft' : 'text-bad'}`}>
      <Icon name={isDone ? 'check' : 'alert'} size={14} />
      {texts.outcomes[result.outcome]}
    </span>
  );
}
