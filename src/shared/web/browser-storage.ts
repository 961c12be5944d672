/** What a browser stores, by name. It may refuse to store anything: a choice then lasts as long as the page. */
function storage(of: () => Storage) {
  return {
    read(name: string): string | null {
      try {
        return of().getItem(name);
      } catch {
        return null;
      }
    },

    /** Stores a value. Null removes it. */
    write(name: string, value: string | null): void {
      try {
        if (value === null) of().removeItem(name);
        else of().setItem(name, value);
      } catch {}
    },
  };
}

export const browserStorage = storage(() => localStorage);
export const tabStorage = storage(() => sessionStorage);
