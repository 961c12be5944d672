import { useState } from 'react';
import type { DeliveryDetail } from '../../../../features/webhooks/delivery-detail.schema.ts';
import type { SignedExample } from '../../../../features/webhooks/signed-example.schema.ts';
import { client } from '../../../api/client.ts';
import { useAction } from '../../../api/use-action.ts';
import { useTimeZone } from '../../../session/time-zone.tsx';
import { dateTimeText } from '../../../text/formats.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyLine } from '../../../ui/copy-line.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import { allTypes, typeNamed } from '../event-types.ts';
import { deliveryTexts } from './texts.ts';

type Props = {
  /** The endpoint whose secret signs the request. */
  endpointId: string;
  /** A delivery whose stored event the developer can choose too. */
  delivery?: DeliveryDetail;
  onClose: () => void;
};

/** Makes a signed request. Developers send it on their own machine, to a receiver that the service cannot reach. */
export function TryDialog({ endpointId, delivery, onClose }: Props) {
  const t = useTexts(deliveryTexts);
  const ui = useTexts(uiTexts);
  const [target, setTarget] = useState('http://localhost:8080/');
  const [what, setWhat] = useState<string>(delivery ? 'stored' : 'training.completed');
  const [line, setLine] = useState<SignedExample | null>(null);
  const sign = useAction(client.webhooks.signedExample.mutate, setLine);
  const make = () => {
    const type = typeNamed(what);
    const chosen = type ? { type } : { delivery_id: delivery?.id };
    void sign.run({ endpoint_id: endpointId, target: target.trim(), ...chosen });
  };
  const buttons = (
    <>
      <Button onClick={onClose}>{ui.close}</Button>
      <Button isBusy={sign.isBusy} look={line ? 'plain' : 'primary'} onClick={make}>
        {line ? t.tryAgain : t.tryMake}
      </Button>
    </>
  );
  return (
    <Dialog footer={buttons} lead={t.tryLead} onClose={onClose} size="lg" title={t.tryTitle}>
      <TextField
        autoComplete="off"
        hint={t.tryTargetHint}
        inputMode="url"
        label={t.tryTarget}
        onChange={(event) => setTarget(event.target.value)}
        spellCheck={false}
        value={target}
      />
      <SelectField label={t.tryWhat} onChange={(event) => setWhat(event.target.value)} value={what}>
        {delivery ? <option value="stored">{t.tryStored}</option> : null}
        {allTypes.map((type) => (
          <option key={type} value={type}>
            {t.tryExample(type)}
          </option>
        ))}
      </SelectField>
      <FailureNotice error={sign.error} />
      {line ? <Line line={line} /> : null}
    </Dialog>
  );
}

function Line({ line: { curl, expires_at } }: { line: SignedExample }) {
  const t = useTexts(deliveryTexts);
  const language = useLanguage();
  const timeZone = useTimeZone();
  return (
    <div className="grid min-w-0 gap-1.5" data-testid="curl">
      <p className="text-sm font-medium">{t.tryPaste}</p>
      <CopyLine text={curl} />
      <p className="text-sm text-soft">
        {t.tryUntil(dateTimeText(expires_at, { language, timeZone }))}
      </p>
    </div>
  );
}
