import { errorCatalogue } from '../../shared/errors/errors.ts';
import type { Language } from '../../shared/language/language.ts';
import { type Document, operationsOf, webhooksOf } from './read-document.ts';

/** Links names that have a page, such as `GET /me`, `training.completed` and `validation_error`. */
export function linkNames(document: Document, language: Language): (markdown: string) => string {
  const addresses = addressesOf(document, `/docs/${language}`);
  return (markdown) =>
    markdown.replaceAll(/(\[)?`([^`]+)`/g, (all, opens: string | undefined, name: string) => {
      const to = opens ? undefined : addresses.get(name);
      return to === undefined ? all : `[\`${name}\`](${to})`;
    });
}

function addressesOf(document: Document, docs: string): Map<string, string> {
  const operations = operationsOf(document).map(({ method, path, operation }): Named => {
    return [`${method} ${path}`, `${docs}/reference/${slugOf(operation.operationId ?? '')}`];
  });
  const events = webhooksOf(document).map(({ type }): Named => [type, `${docs}/events/${type}`]);
  // Codes without `_`, such as `conflict`, are ordinary words too.
  const codes = Object.keys(errorCatalogue).filter((code) => code.includes('_'));
  return new Map([
    ...operations,
    ...events.filter(([type]) => type.includes('.')),
    ...codes.map((code): Named => [code, `${docs}/errors#${code}`]),
    ['member_detail_enabled', `${docs}/guides/privacy`],
  ]);
}

type Named = [name: string, address: string];

/** The last part of an operation's address: `listMembers` becomes `list-members`. */
export function slugOf(operationId: string): string {
  return operationId.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Markdown without its formatting. */
export function plainWords(markdown: string): string {
  return markdown.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/`|\*\*|^- /gm, '');
}
