import { DOCS_KEY_MS } from '../../shared/time/durations.ts';
import { tabStorage } from '../../shared/web/browser-storage.ts';
import { forgetTabKey, OF_KEY } from './forget-tab-key.ts';

/** The sender keeps the key in this tab until the tab is closed. The key reaches neither the disk nor another tab. */
const KEY = `${OF_KEY}key`;
/** The same key, its id, its sandbox and its end, if the app has made it. */
const SANDBOX_KEY = `${OF_KEY}sandbox-key`;
/** The sample that waits for a key of the tab: the page, and which of its samples. It stays if a key is forgotten. */
const SAMPLE = 'docs-sample';
/** The sandbox in which the person wants a key. The page opens there anew, and then makes the key. */
const WISH = `${OF_KEY}wish`;
const IDS = `${OF_KEY}ids`;
/** The newest ids of the sandbox, by list. */
const NEWEST = `${OF_KEY}newest`;

// If the browser stores nothing, the reader pastes the key on each page.
const read = (name: string) => tabStorage.read(name) ?? '';
const write = (name: string, value: string) => tabStorage.write(name, value || null);

/** The key of this tab. A key that has ended is no use to anybody. */
export function keptKey(): string {
  const { ends } = sandboxKey();
  if (ends && ends <= Date.now()) forgetTabKey();
  return read(KEY);
}
/** Keeps a key. The ids of another key may be those of another team. */
export function keepKey(key: string): void {
  if (key !== keptKey()) forgetTabKey();
  write(KEY, key);
}
export function keepSandboxKey(key: string, id: string, teamId: string): void {
  keepKey(key);
  // The browser's clock may differ from the server's.
  write(SANDBOX_KEY, [key, id, teamId, Date.now() + DOCS_KEY_MS].join(' '));
}
export function sandboxKey() {
  const [key = '', id = '', teamId = '', ends] = read(SANDBOX_KEY).split(' ');
  return { key, id, teamId, ends: Number(ends) };
}
export const keepWish = (teamId: string) => write(WISH, teamId);
/** Whether the person wants a key of this sandbox, once. */
export function takeWish(teamId: string): boolean {
  const isWished = read(WISH) === teamId;
  if (isWished) write(WISH, '');
  return isWished;
}
export const isSandboxKey = (key: string) => key !== '' && key === sandboxKey().key;
/** Whether the key of this tab belongs to this sandbox. */
export const hasKeyOf = (teamId: string | undefined) =>
  isSandboxKey(keptKey()) && sandboxKey().teamId === teamId;
/** Keeps which sample the reader wants to run. Without a key, the reader leaves the page to make one, and comes back. */
export const keepSample = (index: number) => write(SAMPLE, `${location.pathname} ${index}`);
/** The sample of this page that waits, once. */
export function takeSample(): number | undefined {
  const [page, index] = read(SAMPLE).split(' ');
  write(SAMPLE, '');
  return page === location.pathname && index ? Number(index) : undefined;
}
export const keptIds = () => read(IDS).split(' ').filter(Boolean);
export const keepIds = (ids: readonly string[]) => write(IDS, ids.join(' '));

/** Null stands for a list that cannot be read. A list that is missing was not asked. */
type Newest = Partial<Record<string, string[] | null>>;

export function keptNewest(): Newest {
  return JSON.parse(read(NEWEST) || '{}') as Newest;
}

export const keepNewest = (newest: Newest) => write(NEWEST, JSON.stringify(newest));

/** The ids in an answer. Forms offer them for paths that need an id of the same kind. */
export function idsIn(body: string): string[] {
  const found = body.matchAll(/"((?:[a-z]{3})_[0-9a-z]{26})"/g);
  return [...new Set([...found].map(([, id = '']) => id))];
}

const MOST = 200;

/** Adds ids to the known ones, the newest first. Only a few screens of ids are kept. */
export function withIds(kept: readonly string[], seen: readonly string[]): string[] {
  return [...new Set([...seen, ...kept])].slice(0, MOST);
}

/** The known ids of the same kind as an example, such as `mem_…`. */
export function idsLike(example: string, kept: readonly string[]): string[] {
  const kind = example.slice(0, 4);
  return kept.filter((id) => id.startsWith(kind));
}
