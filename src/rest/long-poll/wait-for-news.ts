import { setTimeout as sleep } from 'node:timers/promises';
import type { KeyActor } from '../../auth/actor.ts';
import type { FeedPage } from '../../operation/feed-page.ts';
import type { Exchange } from '../exchange.ts';
import type { Reply } from '../respond.ts';
import type { WaitingCalls } from './waiting-calls.ts';

/**
 * Events of other types wake a call too. Its readings after them are charged to nobody, so it pauses before it waits
 * again.
 */
const PAUSE_MS = 250;

/** Who calls, as admission has found it. */
export type Caller = { actor: KeyActor; now: Date };

export type PageReply = Reply & { waiting?: FeedPage<unknown>['waiting'] };

type Input = Record<string, unknown>;

type LongPoll = {
  waiting: WaitingCalls;
  exchange: Exchange;
  caller: Caller;
  input: Input;
  /** Judges key, address, team and scope again, without a charge. */
  readmit: () => Promise<Caller>;
  read: (caller: Caller, input: Input) => Promise<PageReply>;
};

/** Answers with a page. If it is empty and the caller is ready to wait, the call waits until there is an event. */
export async function waitForNews(poll: LongPoll): Promise<Reply> {
  const { waiting, exchange, caller, input, readmit, read } = poll;
  let mark = waiting.mark;
  let reply = await read(caller, input);
  if (!reply.waiting || exchange.method === 'HEAD') return reply;
  const place = waiting.take(caller.actor, exchange.ip, reply.waiting.feed);
  if (!place) return reply;
  const until = performance.now() + reply.waiting.seconds * 1_000;
  try {
    for (let why = 'news', pauseMs = 0; reply.waiting && why === 'news'; pauseMs = PAUSE_MS) {
      const { next, position } = reply.waiting;
      const began = performance.now();
      await sleep(pauseMs);
      why = await place.news({
        position,
        mark,
        ms: Math.max(0, until - performance.now()),
        res: exchange.res,
      });
      exchange.waitedMs += performance.now() - began;
      // At a stop the page is sent as it is: all that wait would read at once.
      if (why === 'gone' || why === 'stop') return reply;
      mark = waiting.mark;
      // The answer shows what the caller may see when it is written, not when it was asked for.
      reply = await read(await readmit(), next);
    }
    return reply;
  } finally {
    place.leave();
  }
}
