import { useState } from 'react';
import type { DeliveryDetail } from '../../../../features/webhooks/delivery-detail.schema.ts';
import { useTexts } from '../../../text/language.ts';
import { Button } from '../../../ui/button.tsx';
import { useCopy } from '../../../ui/copy.ts';
import { JsonCode } from '../../../ui/json-code.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import { Section } from './section.tsx';
import { deliveryTexts } from './texts.ts';

const views = ['pretty', 'raw'] as const;
type View = (typeof views)[number];

type Props = {
  event: Pick<DeliveryDetail['event'], 'body' | 'hidden'>;
  /** Says that these fields are hidden now. */
  isHidden: (fields: string) => string;
};

/** The body, formatted, or the bytes that were sent. The button always copies the bytes. */
export function BodyView({ event: { body, hidden }, isHidden }: Props) {
  const t = useTexts(deliveryTexts);
  const ui = useTexts(uiTexts);
  const [view, setView] = useState<View>('pretty');
  const { state, copy } = useCopy(body);
  const actions = (
    <>
      <Segments label={t.bodyView} names={t} onChange={setView} value={view} values={views} />
      <Button icon={state === 'copied' ? 'check' : 'copy'} onClick={copy} size="sm">
        {ui.copy}
      </Button>
      <span aria-live="polite" className="hidden-text">
        {state === 'copied' ? ui.copied : state === 'failed' ? ui.copyFailed : ''}
      </span>
    </>
  );
  return (
    <Section actions={actions} title={t.body}>
      {hidden.length > 0 ? <Notice>{isHidden(hidden.join(', '))}</Notice> : null}
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach what can be scrolled.
        tabIndex={0}
        className="max-h-96 overflow-auto rounded-lg border border-line bg-sunk p-3 font-mono text-xs wrap-anywhere whitespace-pre-wrap"
      >
        <JsonCode text={view === 'pretty' ? JSON.stringify(JSON.parse(body), null, 2) : body} />
      </pre>
    </Section>
  );
}
