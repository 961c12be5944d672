/**
 * Makes a function that loads at its first call, and keeps the result. A repeated `import()` would look for the file
 * again, and the folder of a process that runs may be replaced.
 */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => {
    loaded ??= load();
    return loaded;
  };
}
