import { failureOf } from '../api/failure.ts';
import { screenTexts } from '../screens/texts.ts';
import { useTexts } from '../text/language.ts';
import { CopyableId } from './copyable-id.tsx';
import { Notice } from './notice.tsx';
import { uiTexts } from './texts.ts';

/** Why a form or a button has done nothing. What was filled in stays. */
export function FailureNotice({ error }: { error: unknown }) {
  const t = useTexts(screenTexts);
  const ui = useTexts(uiTexts);
  if (!error) return null;
  const failure = failureOf(error);
  if (!failure) {
    return (
      <Notice isUrgent title={t.unreachable} tone="bad">
        {t.unreachableMore}
      </Notice>
    );
  }
  const isOurs = failure.httpStatus >= 500;
  const more = failure.httpStatus === 503 ? t.unavailableMore : failure.explanation;
  const id =
    isOurs && failure.request_id ? (
      <span className="text-soft">
        {ui.requestId} <CopyableId id={failure.request_id} />
      </span>
    ) : null;
  return (
    <Notice isUrgent title={failure.title} tone="bad">
      {more || id ? (
        <>
          {more}
          {id}
        </>
      ) : null}
    </Notice>
  );
}
