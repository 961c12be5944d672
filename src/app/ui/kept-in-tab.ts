/** The sender keeps the key in this tab until the tab is closed. The key reaches neither the disk nor another tab. */
const KEY = 'docs.key';
/** The same key, if the app has made it in a sandbox. */
const SANDBOX_KEY = 'docs.sandbox';
/** The sample that waits for a key of the tab: the page, and which of its samples. */
const SAMPLE = 'docs.sample';
const IDS = 'docs.ids';
/** The newest ids of the sandbox, by list. */
const NEWEST = 'docs.newest';

// A browser may refuse to store anything. The reader then pastes the key on each page.
function read(name: string): string {
  try {
    return sessionStorage.getItem(name) ?? '';
  } catch {
    return '';
  }
}

function write(name: string, value: string): void {
  try {
    if (value === '') sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, value);
  } catch {}
}

export const keptKey = () => read(KEY);
/** Keeps a key. The ids of another key may be those of another team. */
export function keepKey(key: string): void {
  if (key !== keptKey()) forgetAll();
  write(KEY, key);
}
export function keepSandboxKey(key: string): void {
  keepKey(key);
  write(SANDBOX_KEY, key);
}
export const isSandboxKey = (key: string) => key !== '' && key === read(SANDBOX_KEY);
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

export function forgetAll(): void {
  try {
    for (const name of [KEY, SANDBOX_KEY, IDS, NEWEST]) sessionStorage.removeItem(name);
  } catch {}
}

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
