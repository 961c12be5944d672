import { BASE_PATH } from '../../rest/base-path.ts';
import { openApiDocument } from '../../rest/openapi/document.ts';
import { postmanCollection } from '../postman/postman-collection.ts';
import { SHOWN_ORIGIN } from './links.ts';

/** The collection as a file. The server puts its own address into it. */
export function postmanFile(): [name: string, content: string] {
  const document = openApiDocument({ errorsUrl: `${SHOWN_ORIGIN}/errors` });
  const collection = postmanCollection(document, SHOWN_ORIGIN + BASE_PATH);
  const text = JSON.stringify(collection, null, 2);
  return ['postman.json', text.replaceAll('https://team.example', SHOWN_ORIGIN)];
}
