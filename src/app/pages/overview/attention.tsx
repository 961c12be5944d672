import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { client } from '../../api/client.ts';
import { isUnreachable } from '../../api/failure.ts';
import { type Action, useAction, type WorkOptions } from '../../api/use-action.ts';
import { useMay } from '../../session/session.ts';
import { numberText, relativeText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Icon } from '../../ui/icon.tsx';
import { StateMark } from '../../ui/state.tsx';
import { showToast, whyOf } from '../../ui/toasts.tsx';
import type { Act, Item, Way } from './attention-items.ts';
import { overviewTexts } from './texts.ts';

/** The problems, each with what can be done about it. Without problems it says so. */
export function Attention({ items, allWell }: { items: readonly Item[]; allWell: string }) {
  const t = useTexts(overviewTexts);
  return (
    <section className="grid content-start overflow-hidden rounded-xl border border-line bg-card shadow-sm">
      <h2 className="px-4 py-3 font-medium">{t.attention}</h2>
      {items.length === 0 ? (
        <p className="flex min-h-10 flex-wrap items-center gap-x-2.5 border-t border-line px-4 py-2">
          <StateMark tone="works" />
          {t.allWell}
          <span className="text-sm text-soft">{allWell}</span>
        </p>
      ) : (
        <Rows items={items} />
      )}
    </section>
  );
}

/** More would push the rest of the page out of sight. */
const FIRST = 5;

function Rows({ items }: { items: readonly Item[] }) {
  const t = useTexts(overviewTexts);
  const language = useLanguage();
  const [isWhole, setIsWhole] = useState(false);
  // One row less is not worth a click.
  const isLong = items.length > FIRST + 1;
  return (
    <>
      <ul>
        {(isWhole || !isLong ? items : items.slice(0, FIRST)).map((item) => (
          <li className="border-t border-line" key={item.id}>
            <AttentionRow item={item} />
          </li>
        ))}
      </ul>
      {isLong ? (
        <button
          className="flex h-10 w-full items-center gap-2.5 border-t border-line px-4 text-sm text-soft hover:bg-hover hover:text-ink focus-visible:-outline-offset-2"
          onClick={() => setIsWhole(!isWhole)}
          type="button"
        >
          <Icon className={isWhole ? 'rotate-180' : ''} name="down" size={14} />
          {isWhole ? t.fewer : t.showAll(numberText(items.length, language))}
        </button>
      ) : null}
    </>
  );
}

/**
 * A line of 40 pixels, or of two lines if the reason is long: what is wrong leads to its page, and the button mends it
 * here. On a telephone, the button stands below. If the button has no effect, a second line says why.
 */
function AttentionRow({ item }: { item: Item }) {
  const { tone, title, more, at, to, search, hash, act } = item;
  const language = useLanguage();
  const when = at ? relativeText(at, Date.now(), language) : undefined;
  return (
    <div className="grid min-h-10 items-center pr-4 hover:bg-hover sm:grid-cols-[minmax(0,1fr)_auto] lg:grid-cols-[minmax(0,1fr)_minmax(7rem,auto)]">
      <Link
        className="flex min-h-10 min-w-0 items-center gap-2.5 py-1.5 pl-4 focus-visible:-outline-offset-2"
        {...(hash && { hash })}
        search={(search ?? {}) as never}
        to={to}
      >
        <StateMark tone={tone} />
        <span className="min-w-0 flex-1 lg:flex lg:items-baseline lg:gap-2">
          <span className="block text-pretty lg:max-w-full lg:shrink-0 lg:truncate">{title}</span>
          <span className="block text-sm text-pretty text-soft lg:min-w-0">
            {[when, more].filter(Boolean).join(' · ')}
          </span>
        </span>
      </Link>
      {act ? <ActButton act={act} title={title} /> : null}
    </div>
  );
}

const actCell = 'flex min-w-0 pb-2 pl-9 sm:justify-end sm:pb-0 sm:pl-3';

type ActProps = { act: Act; title: string };

function ActButton({ act, title }: ActProps) {
  switch (act.kind) {
    case 'resume':
      return <Resume endpointId={act.endpointId} title={title} />;
    case 'invite':
      return <InviteAgain memberIds={act.memberIds} title={title} />;
    case 'sync':
      return <Sync connectionId={act.connectionId} title={title} />;
    default:
      return <Go title={title} way={act} />;
  }
}

function Resume({ endpointId, title }: { endpointId: string; title: string }) {
  const t = useTexts(overviewTexts);
  const may = useMay('change_webhooks');
  const resume = useAction(
    async (endpoint_id: string, options: WorkOptions) => {
      const { version } = await client.webhooks.getEndpoint.query({ endpoint_id });
      const change = { endpoint_id, status: 'active', version } as const;
      return client.webhooks.changeEndpoint.mutate(change, options);
    },
    () => showToast(t.resumed),
  );
  return may ? <Do action={resume} input={endpointId} kind="resume" title={title} /> : null;
}

/** The most invitations that one click sends. */
const MOST_INVITED = 20;

function InviteAgain({ memberIds, title }: { memberIds: readonly string[]; title: string }) {
  const t = useTexts(overviewTexts);
  const may = useMay('invite_members');
  const language = useLanguage();
  const keys = useRef(new Map<string, string>());
  // It never throws: those who were invited are not in the list any more after the reload, so that a second click does
  // not begin with somebody who was just invited.
  const invite = useAction(
    (ids: readonly string[]) => inviteEach(ids, keys.current),
    ({ sent, error }, ids) => {
      if (!error) return showToast(t.invitedAgain(ids.length === 1));
      const [failed, all] = [ids.length - sent, ids.length].map((n) => numberText(n, language));
      showToast(t.notInvitedAgain(failed ?? '', all ?? ''), { more: whyOf(error), isBad: true });
    },
  );
  if (!may || memberIds.length > MOST_INVITED) return null;
  return <Do action={invite} input={memberIds} kind="invite" title={title} />;
}

/**
 * Invites one after the other, because each of them locks the seats of the team. Without a connection it stops. A call
 * whose answer got lost keeps its key in `keys`, so that another click does not send a second invitation.
 */
async function inviteEach(ids: readonly string[], keys: Map<string, string>) {
  let sent = 0;
  let failure: unknown;
  for (const member_id of ids) {
    const idempotencyKey = keys.get(member_id) ?? crypto.randomUUID();
    keys.delete(member_id);
    try {
      await client.members.inviteAgain.mutate({ member_id }, { context: { idempotencyKey } });
      sent += 1;
    } catch (error) {
      failure ??= error;
      if (!isUnreachable(error)) continue;
      keys.set(member_id, idempotencyKey);
      break;
    }
  }
  return { sent, error: failure };
}

function Sync({ connectionId: connection_id, title }: { connectionId: string; title: string }) {
  const t = useTexts(overviewTexts);
  const may = useMay('change_crm_connections');
  const sync = useAction(client.crm.syncNow.mutate, () => showToast(t.syncBegins));
  const input = { connection_id, confirm_deletion: false };
  return may ? <Do action={sync} input={input} kind="sync" title={title} /> : null;
}

function Go({ way: { kind, needs, to, search }, title }: { way: Way; title: string }) {
  const t = useTexts(overviewTexts);
  if (!useMay(needs)) return null;
  return (
    <span className={actCell}>
      <Link
        aria-label={`${t.acts[kind]}: ${title}`}
        className={buttonClass('plain', 'sm')}
        search={(search ?? {}) as never}
        to={to}
      >
        {t.acts[kind]}
      </Link>
    </span>
  );
}

type DoProps<I> = { action: Action<I>; input: I; kind: Act['kind']; title: string };

function Do<I>({ action, input, kind, title }: DoProps<I>) {
  const t = useTexts(overviewTexts);
  return (
    <>
      <span className={actCell}>
        <Button
          aria-label={`${t.acts[kind]}: ${title}`}
          isBusy={action.isBusy}
          onClick={() => void action.run(input)}
          size="sm"
        >
          {t.acts[kind]}
        </Button>
      </span>
      <div className="pb-2 pl-4 empty:hidden sm:col-span-2">
        <FailureNotice error={action.error} />
      </div>
    </>
  );
}
