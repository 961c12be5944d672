import { useQuery } from '@tanstack/react-query';
import type { ShownListener } from '../../../../features/webhooks/listeners.schema.ts';
import { trpc } from '../../../api/client.ts';
import { Time } from '../../../session/time.tsx';
import { numberText } from '../../../text/formats.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { listenCommand } from '../../../text/listen-command.ts';
import { CopyLine } from '../../../ui/copy-line.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { Section } from '../../../ui/section.tsx';
import { State } from '../../../ui/state.tsx';
import { listenTexts } from './texts.ts';

const FRESH_MS = 5_000;

type Props = {
  /** Folds the command away while nobody listens, because something else on the page is more important. */
  isAside?: boolean;
};

/** The command that brings events to a developer's machine, and the command lines that listen now. */
export function OwnMachine({ isAside = false }: Props) {
  const t = useTexts(listenTexts);
  const list = useQuery(
    trpc.webhooks.listListeners.queryOptions({}, { refetchInterval: FRESH_MS }),
  );
  const listeners = list.data?.data ?? [];
  if (isAside && listeners.length === 0) {
    return (
      <Disclosure title={t.title}>
        <div className="grid gap-2">
          <p className="text-pretty text-soft">{t.lead}</p>
          <CopyLine text={listenCommand()} />
        </div>
      </Disclosure>
    );
  }
  return (
    <Section id="listen" lead={t.lead} title={t.title}>
      <CopyLine text={listenCommand()} />
      {listeners.length > 0 ? (
        <div className="grid gap-2">
          <h3 className="text-sm font-medium">{t.now}</h3>
          <ul className="grid gap-2">
            {listeners.map((listener) => (
              <Listener key={listener.id} listener={listener} />
            ))}
          </ul>
        </div>
      ) : null}
    </Section>
  );
}

function Listener({ listener }: { listener: ShownListener }) {
  const t = useTexts(listenTexts);
  const language = useLanguage();
  const { by, machine, since, is_connected, forwarded, last_answer } = listener;
  const name = by.is_me ? t.me : (by.name ?? t.hidden);
  return (
    <li className="grid gap-x-6 gap-y-1 rounded-lg border border-line px-3 py-2 text-sm sm:grid-cols-[minmax(0,1fr)_auto_auto_auto]">
      <span className="flex min-w-0 flex-wrap items-center gap-2">
        <span className="font-medium wrap-anywhere">
          {machine === null ? name : t.who(name, machine)}
        </span>
        {is_connected ? null : <State is="away" noun="listener" />}
      </span>
      <Fact label={t.since}>
        <Time at={since} />
      </Fact>
      <Fact label={t.forwarded}>{numberText(forwarded, language)}</Fact>
      <Fact label={t.lastAnswer}>
        {last_answer ? answerText(last_answer, t, language) : t.none}
      </Fact>
    </li>
  );
}

type Answer = NonNullable<ShownListener['last_answer']>;

function answerText(
  { status, ms }: Answer,
  t: Pick<(typeof listenTexts)['en'], 'inMs' | 'noAnswer'>,
  language: Parameters<typeof numberText>[1],
): string {
  return status === null ? t.noAnswer : t.inMs(`${status}`, numberText(ms, language));
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <span className="flex gap-1.5">
      <span className="text-soft">{label}:</span>
      <span className="tabular">{children}</span>
    </span>
  );
}
