export type SyncLimits = {
  /** Ends the work after the page that is being read. */
  signal: AbortSignal;
  /** After this time, other connections have their turn. */
  maxMs: number;
  /** Called after each answer of the provider that advances the work. */
  onProgress?(records: number): void;
};
