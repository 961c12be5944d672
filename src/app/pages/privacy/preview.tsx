import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PrivacyInput, PrivacyPreview } from '../../../features/team/privacy.schema.ts';
import { client, trpc } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { numberText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { Notice } from '../../ui/notice.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { Bodies } from './bodies.tsx';
import { Effects } from './effects.tsx';
import { Meaning } from './meaning.tsx';
import { privacyTexts } from './texts.ts';

type Props = { change: PrivacyInput; onDone: () => void };

/** Shows each answer, page and webhook that the switches change, before and after. */
export function Preview({ change, onDone }: Props) {
  const t = useTexts(privacyTexts);
  const [isAsking, setIsAsking] = useState(false);
  const read = useQuery(trpc.team.previewPrivacy.queryOptions(change));
  const { data } = read;
  if (!data) return <NotLoaded read={read} />;
  return (
    <section className="grid gap-4">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-semibold">{t.preview}</h2>
        <div className="flex flex-wrap gap-2">
          <Button onClick={onDone}>{t.discard}</Button>
          <Button look="primary" onClick={() => setIsAsking(true)}>
            {t.apply}
          </Button>
        </div>
      </header>
      <Notified preview={data} />
      {data.hides.length + data.shows.length === 0 ? <Notice>{t.nothing}</Notice> : null}
      <Meaning heading="h3" switches={data.next} title={t.willBe} />
      <Bodies effects={data.hides} isHiding />
      <Bodies effects={data.shows} isHiding={false} />
      <Effects effects={data.hides} isHiding />
      <Effects effects={data.shows} isHiding={false} />
      {isAsking ? (
        <ConfirmChange
          change={change}
          onClose={() => setIsAsking(false)}
          onDone={onDone}
          preview={data}
        />
      ) : null}
    </section>
  );
}

function Notified({ preview: { tells } }: { preview: PrivacyPreview }) {
  const t = useTexts(privacyTexts);
  const language = useLanguage();
  return tells > 0 ? <Notice>{t.tells(numberText(tells, language))}</Notice> : null;
}

type ConfirmProps = Props & { preview: PrivacyPreview; onClose: () => void };

function ConfirmChange({ change: input, preview, onClose, onDone }: ConfirmProps) {
  const t = useTexts(privacyTexts);
  const language = useLanguage();
  const { hides, shows } = preview;
  const change = useAction(client.team.changePrivacy.mutate, () => {
    showToast(t.saved);
    onDone();
  });
  return (
    <Confirm action={change} input={input} onClose={onClose} title={t.confirmTitle} verb={t.apply}>
      <p>{t.confirmMore}</p>
      {hides.length > 0 ? <p>{t.confirmHides(numberText(hides.length, language))}</p> : null}
      {shows.length > 0 ? <p>{t.confirmShows(numberText(shows.length, language))}</p> : null}
      <Notified preview={preview} />
    </Confirm>
  );
}
