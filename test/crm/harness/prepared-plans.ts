import type pg from 'pg';

/** The plans of those statements that the only connection of the pool has prepared and that match `which`. */
export async function preparedPlans(pool: pg.Pool, which: string): Promise<string[]> {
  const { rows: prepared } = await pool.query(
    `select name, array_length(parameter_types, 1) as count from pg_prepared_statements where ${which}`,
  );
  const plans: string[] = [];
  for (const { name, count } of prepared) {
    const nulls = Array.from({ length: count }, () => 'null');
    const { rows } = await pool.query(`explain execute "${name}"(${nulls})`);
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
  }
  return plans;
}
