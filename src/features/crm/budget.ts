/** The share of a day's requests that a connection may send, unless the team has chosen a number. */
const SHARE_OF_QUOTA = 0.5;

type Bounded = {
  /** The budget that the team has chosen. */
  dailyBudget: number | null;
  account: { daily_quota?: number | null };
};

export function budgetOf({ dailyBudget, account }: Bounded): number | null {
  if (dailyBudget !== null) return dailyBudget;
  return account.daily_quota ? Math.max(1, Math.floor(account.daily_quota * SHARE_OF_QUOTA)) : null;
}
