/** Finds the addresses of a host name. */
export type Resolver = {
  /** The answer, if it is known without asking a name server. */
  cached?(hostname: string): readonly string[] | undefined;
  /** All addresses of the name, an empty list if it has none. Rejects if no name server answers. */
  resolve(hostname: string, signal: AbortSignal): Promise<readonly string[]>;
};
