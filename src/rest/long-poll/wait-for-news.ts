import type { KeyActor } from '../../auth/actor.ts';
import type { EmptyPage } from '../../operation/empty-page.ts';
import type { Exchange } from '../exchange.ts';
import type { Reply } from '../respond.ts';
import type { WaitingCalls } from './waiting-calls.ts';

/** Who calls, as admission has found it. */
export type Caller = { actor: KeyActor; now: Date };

export type PageReply = Reply & { empty?: EmptyPage<unknown> };

type Asked = Record<string, unknown>;

type LongPoll = {
  waiting: WaitingCalls;
  exchange: Exchange;
  caller: Caller;
  asked: Asked;
  /** Judges key, address, team and scope again, without a charge. */
  readmit: () => Promise<Caller>;
  read: (caller: Caller, asked: Asked) => Promise<PageReply>;
};

/** Answers with a page. If it is empty and the caller is ready to wait, the call waits until there is an event. */
export async function waitForNews(poll: LongPoll): Promise<Reply> {
  const { waiting, exchange, caller, asked, readmit, read } = poll;
  let mark = waiting.mark;
  let reply = await read(caller, asked);
  if (!reply.empty || exchange.method === 'HEAD') return reply;
  const place = waiting.take(caller.actor, exchange.ip);
  if (!place) return reply;
  const until = performance.now() + reply.empty.waiting.seconds * 1_000;
  try {
    for (let why = 'news'; reply.empty && why === 'news'; ) {
      const { next, position } = reply.empty.waiting;
      const began = performance.now();
      why = await place.news({ position, mark, ms: Math.max(0, until - began), res: exchange.res });
      exchange.waitedMs += performance.now() - began;
      if (why === 'gone') return reply;
      mark = waiting.mark;
      // The answer shows what the caller may see when it is written, not when it was asked for.
      reply = await read(await readmit(), next);
    }
    return reply;
  } finally {
    place.leave();
  }
}
