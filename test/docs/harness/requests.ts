import { pathItemAt, readPath, routeAt } from '../../../src/rest/routes.ts';
import { codeBlocks } from './documents.ts';

/** The calls of curl in a text. */
export function requestsOf(text: string): string[] {
  return codeBlocks(text, 'sh').flatMap((code) =>
    code.split(/^(?=curl )/m).filter((line) => line.startsWith('curl ')),
  );
}

/** What a request says to the schema of its operation; undefined when it is valid. */
export function issuesOf(command: string): unknown {
  const [, url = ''] = /"\$API([^"]*)"/.exec(command) ?? [];
  const [, method = 'GET'] = /-X (\w+)/.exec(command) ?? [];
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const pathItem = pathItemAt(pathname);
  const route = pathItem && routeAt(pathItem, method);
  if (!route) throw new Error(`There is no operation ${method} ${pathname}`);
  const [, body = '{}'] = /-d '(\{.*\})'/s.exec(command) ?? [];
  const fields = JSON.parse(body.replace("'$MEMBER'", 'mem_1')) as object;
  const query = Object.fromEntries(searchParams);
  const { values } = readPath(route, pathname);
  return route.input.safeParse({ ...values, ...query, ...fields }).error?.message;
}
