// Plays programs that read feeds: each has a call that waits, and asks again as soon as it is answered.
import { setTimeout as sleep } from 'node:timers/promises';
import { answerParent, machineMs } from './child.ts';

export type ReaderRequest =
  /** `url` is that of the feed of events or of changes. Answers when all of them wait. */
  | { do: 'begin'; url: string; keys: string[] }
  /** Answers with what has come since the last time, when it is so much. */
  | { do: 'take'; count: number; limitMs: number };
/** An event has come to a reader. */
export type Taken = { member_id: string; at: number };

type Item = { member_id: string } | { data: { member_id: string } };
type Page = { data: Item[]; cursor: string; has_more: boolean };

const AT_ONCE = 20;
let taken: Taken[] = [];

async function ask(url: string, key: string, query: Record<string, string>): Promise<Page> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${url}?${new URLSearchParams(query)}`, { headers });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return (await response.json()) as Page;
}

async function follow(url: string, key: string, begin: string): Promise<never> {
  for (let cursor = begin; ; ) {
    const page = await ask(url, key, { cursor, wait: '20', limit: '200' });
    const at = machineMs();
    const items = page.data.map((item) => ('data' in item ? item.data : item));
    taken.push(...items.map(({ member_id }) => ({ member_id, at })));
    cursor = page.cursor;
  }
}

/** Reads what there is. A feed that is not yet open gives empty pages. */
async function readAll(url: string, key: string): Promise<Page> {
  for (let query = {}; ; ) {
    const page = await ask(url, key, query);
    if (!page.has_more) return page;
    query = { cursor: page.cursor, wait: '1' };
  }
}

function fail(error: unknown): void {
  console.error(error);
  process.exit(1);
}

answerParent<ReaderRequest>(async (request) => {
  if (request.do === 'begin') {
    const { url, keys } = request;
    for (let from = 0; from < keys.length; from += AT_ONCE) {
      const some = keys.slice(from, from + AT_ONCE);
      const pages = await Promise.all(some.map((key) => readAll(url, key)));
      for (const [n, { cursor }] of pages.entries()) {
        follow(url, some[n] ?? '', cursor).catch(fail);
      }
    }
    return null;
  }
  const deadline = performance.now() + request.limitMs;
  while (taken.length < request.count && performance.now() < deadline) await sleep(20);
  const all = taken;
  taken = [];
  return all;
});
