import type { SdkModel, SdkOperation } from './sdk-model.ts';

/** The operations below a name, and the names below that one. */
export type Branch = { operations: SdkOperation[]; branches: Map<string, Branch> };

const newBranch = (): Branch => ({ operations: [], branches: new Map() });

/** The operations as a tree by their names: `webhook_endpoints.list` is below `webhook_endpoints`. */
export function branchesOf({ operations }: SdkModel): Branch {
  const root = newBranch();
  for (const operation of operations) {
    let branch = root;
    for (const part of operation.name.slice(0, -1)) {
      const next = branch.branches.get(part) ?? newBranch();
      branch.branches.set(part, next);
      branch = next;
    }
    branch.operations.push(operation);
  }
  return root;
}
