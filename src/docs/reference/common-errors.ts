import type { Language } from '../../shared/language.ts';
import type { ErrorCase } from './read-errors.ts';
import type { OperationPage } from './read-operation.ts';
import { referenceTexts } from './texts.ts';

/**
 * Marks the errors that say nothing about their operation. An error is common if
 * every operation answers it for the same reason, or every operation that changes something and no
 * other. So a new error is common or not by what the document says of all operations.
 */
export function markCommonErrors(pages: readonly OperationPage[]): OperationPage[] {
  const answerers = new Map<string, Set<OperationPage>>();
  for (const page of pages) {
    for (const one of page.errors) {
      const known = answerers.get(keyOf(one)) ?? new Set();
      answerers.set(keyOf(one), known.add(page));
    }
  }
  const changes = new Set(pages.filter(isChange));
  const isCommon = (one: ErrorCase) => {
    const from = answerers.get(keyOf(one)) ?? new Set();
    return from.size === pages.length || isSame(from, changes);
  };
  return pages.map((page) => ({
    ...page,
    errors: page.errors.map((one) => ({ ...one, isCommon: isCommon(one) })),
  }));
}

/** Says whose errors are folded: of a change they are more. */
export function commonErrorsTitle(page: OperationPage, language: Language): string {
  const t = referenceTexts[language];
  const count = page.errors.filter(({ isCommon }) => isCommon).length;
  return isChange(page) ? t.changeErrors(count) : t.commonErrors(count);
}

function isChange({ method }: OperationPage): boolean {
  return method !== 'GET';
}

/** The same code with another status or cause is another error. */
function keyOf({ status, code, cause }: ErrorCase): string {
  return `${status} ${code} ${cause}`;
}

function isSame<T>(one: ReadonlySet<T>, other: ReadonlySet<T>): boolean {
  return one.size === other.size && one.isSubsetOf(other);
}
