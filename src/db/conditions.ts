type Conditions = {
  where: string[];
  params: unknown[];
  /** Adds a condition. `condition` gets the placeholder of the value in the statement. */
  add(condition: (place: string) => string, value: unknown): void;
};

/** Collects the conditions of a statement about a team. Their values are the parameters from `$2` on. */
export function conditions(where: readonly string[], params: readonly unknown[] = []): Conditions {
  const made = { where: [...where], params: [...params] };
  return {
    ...made,
    add(condition, value) {
      made.where.push(condition(`$${made.params.push(value) + 1}`));
    },
  };
}
