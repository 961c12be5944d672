/** The sender keeps the key in this tab until the tab is closed. The key reaches neither the disk nor another tab. */
const KEY = 'docs.key';
const IDS = 'docs.ids';

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
    sessionStorage.setItem(name, value);
  } catch {}
}

export const keptKey = () => read(KEY);
export const keepKey = (key: string) => write(KEY, key);
export const keptIds = () => read(IDS).split(' ').filter(Boolean);
export const keepIds = (ids: readonly string[]) => write(IDS, ids.join(' '));

export function forgetAll(): void {
  try {
    sessionStorage.removeItem(KEY);
    sessionStorage.removeItem(IDS);
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
