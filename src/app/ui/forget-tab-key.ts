/** What the tab keeps about the key of the documentation has a name that begins like this. */
export const OF_KEY = 'docs.';

/** Forgets the key of this tab, and the ids that it has read. Alone in a file, because signing out needs only this. */
export function forgetTabKey(): void {
  try {
    for (const name of Object.keys(sessionStorage)) {
      if (name.startsWith(OF_KEY)) sessionStorage.removeItem(name);
    }
  } catch {}
}
