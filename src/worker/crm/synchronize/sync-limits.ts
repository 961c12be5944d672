export type SyncLimits = {
  /** Ends the work after the page that is being read. */
  signal: AbortSignal;
  /** So long, then others have their turn. */
  maxMs: number;
  /** Called after each answer of the provider that brings the work forward. */
  onProgress?(records: number): void;
};
