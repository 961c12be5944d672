type Conditions = {
  where: string[];
  params: unknown[];
  /** Adds a condition, which names the place of its value in the statement. */
  add(condition: (place: string) => string, value: unknown): void;
};

/** The conditions of a statement about a team, with the values from `$2` on. */
export function conditions(where: readonly string[], params: readonly unknown[] = []): Conditions {
  const made = { where: [...where], params: [...params] };
  return {
    ...made,
    add(condition, value) {
      made.where.push(condition(`$${made.params.push(value) + 1}`));
    },
  };
}
