import { failureOf } from '../api/failure.ts';
import { lossOf } from '../api/lost-answer.ts';
import { screenTexts } from '../screens/texts.ts';
import { waitText } from '../text/formats.ts';
import { useLanguage, useTexts } from '../text/language.ts';
import { CopyableId } from './copyable-id.tsx';
import { Notice } from './notice.tsx';
import { uiTexts } from './texts.ts';

/** Says why a form or a button had no effect. The form keeps its content. */
export function FailureNotice({ error }: { error: unknown }) {
  const t = useTexts(screenTexts);
  const ui = useTexts(uiTexts);
  const language = useLanguage();
  if (!error) return null;
  const failure = failureOf(error);
  if (!failure) {
    const { title, more } = t.losses[lossOf(error) ?? 'offline'];
    return (
      <Notice isUrgent title={title} tone="bad">
        {more}
      </Notice>
    );
  }
  const isOurs = failure.httpStatus >= 500;
  const { explanation, retry_after: seconds } = failure;
  const later =
    failure.code === 'rate_limited' && seconds ? t.againIn(waitText(seconds, language)) : null;
  const more = explanation ?? (failure.httpStatus === 503 ? t.losses.unavailable.more : undefined);
  const id =
    isOurs && failure.request_id ? (
      <span className="text-soft">
        {ui.requestId} <CopyableId id={failure.request_id} />
      </span>
    ) : null;
  return (
    <Notice isUrgent title={failure.title} tone="bad">
      {more || later || id ? (
        <>
          {[more, later].filter(Boolean).join(' ')}
          {id}
        </>
      ) : null}
    </Notice>
  );
}
