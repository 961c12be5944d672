/** SQL for one row in its public shape (a select list), as the JSON text of the answer. */
export function asJson(shape: string): string {
  return `(select row_to_json(s)::text from (select ${shape}) s) as json`;
}
