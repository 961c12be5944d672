import type { TeamApi } from '../../../dist/sdk/typescript/index.js';
import {
  apply,
  type SyncCopy,
  type SyncOptions,
  type SyncState,
  type SyncStep,
  sync,
} from '../../../dist/sdk/typescript/sync.js';
import { type Held, held } from '../../docs/harness/changing-team.ts';

/** Where a program that keeps a copy can be killed while it writes a step. */
export type Killed = 'before it writes' | 'between copy and state' | 'after it has written';

/**
 * What a program has on its disk. A kill loses everything else. The program writes the copy and the state
 * one after the other, without a transaction.
 */
export class KeptCopy {
  #copy = '{}';
  #state = 'null';

  get text(): string {
    return this.#copy;
  }

  get state(): SyncState | null {
    return JSON.parse(this.#state);
  }

  /** Runs the program to its end. `before` may throw an error, which kills the program. */
  async run(
    client: TeamApi,
    options: SyncOptions = {},
    before: (at: Killed, step: SyncStep) => void = () => {},
  ): Promise<void> {
    for await (const step of sync(client, this.state, options)) {
      before('before it writes', step);
      const copy: SyncCopy = JSON.parse(this.#copy);
      apply(copy, step);
      this.#copy = JSON.stringify(copy);
      before('between copy and state', step);
      this.#state = JSON.stringify(step.state);
      before('after it has written', step);
    }
  }

  held(): Held {
    const { entries = {} }: SyncCopy = JSON.parse(this.#copy);
    const all = Object.entries(entries);
    return held(
      Object.fromEntries(all.map(([id, { training }]) => [id, training])),
      Object.fromEntries(
        all.flatMap(([id, { evaluation }]) => (evaluation ? [[id, evaluation]] : [])),
      ),
    );
  }
}
