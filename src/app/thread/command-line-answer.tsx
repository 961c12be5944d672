import type { EventAnswer } from '../../features/webhooks/listeners.schema.ts';
import { numberText } from '../text/formats.ts';
import { useLanguage, useTexts } from '../text/language.ts';
import { classes } from '../ui/classes.ts';
import { threadTexts } from './texts.ts';

/** The answer of a developer's machine to an event. A badge says that it is no delivery. */
export function CommandLineAnswer({ heard: { by, machine, answer } }: { heard: EventAnswer }) {
  const t = useTexts(threadTexts);
  const language = useLanguage();
  const name = by.is_me ? t.me : (by.name ?? t.hidden);
  const ok = answer?.status && answer.status >= 200 && answer.status < 300;
  const text = !answer
    ? t.notAnswered
    : answer.status === null
      ? t.unreachable
      : t.answeredIn(`${answer.status}`, numberText(answer.ms, language));
  return (
    <li className="rounded-lg border border-line border-dashed px-3 py-2 text-sm">
      <span className="text-soft">
        {t.commandLineOf(machine === null ? name : `${name}, ${machine}`)}:
      </span>{' '}
      <span className={classes('tabular', ok || !answer ? '' : 'text-bad')}>{text}</span>
    </li>
  );
}
