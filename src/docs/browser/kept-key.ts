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
