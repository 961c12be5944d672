import type { Browser } from '../../harness/app.ts';
import type { ApiResponse } from '../../harness/response.ts';
import { until } from '../../harness/until.ts';

/** The id of a request, by which its line is found. */
export const idOf = (answer: ApiResponse) => String(answer.headers['x-request-id']);

/** The lines of these answers, in their order, as soon as they are written. */
export async function linesOf(answers: ApiResponse[], browser: Browser) {
  const find = async (answer: ApiResponse) => {
    const page = await browser.app.requestLog.list.query({ request_id: idOf(answer) });
    return page.data[0];
  };
  const last = answers.at(-1);
  if (!last) return [];
  await until('the last line', () => find(last));
  const lines: Awaited<ReturnType<typeof find>>[] = [];
  for (const answer of answers) lines.push(await find(answer));
  return lines;
}
