import type { Language } from '../../shared/language/language.ts';
import type { ErrorCase } from './read-errors.ts';
import type { OperationPage } from './read-operation.ts';
import { referenceTexts } from './texts.ts';

/**
 * Marks the errors that say nothing special about their operation. An error is common if every operation can answer it
 * for the same reason, or if exactly the operations that change something can. So the document decides which errors are
 * common.
 */
export function markCommonErrors(pages: readonly OperationPage[]): OperationPage[] {
  const answerers = new Map<string, Set<OperationPage>>();
  for (const page of pages) {
    for (const one of page.errors) {
      const cached = answerers.get(keyOf(one)) ?? new Set();
      answerers.set(keyOf(one), cached.add(page));
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

/** The title of the folded errors. Operations that change something have more of them. */
export function commonErrorsTitle(page: OperationPage, language: Language): string {
  const t = referenceTexts[language];
  const count = page.errors.filter(({ isCommon }) => isCommon).length;
  return isChange(page) ? t.changeErrors(count) : t.commonErrors(count);
}

function isChange({ method }: OperationPage): boolean {
  return method !== 'GET';
}

/** Errors with the same code but another status or cause differ. */
function keyOf({ status, code, cause }: ErrorCase): string {
  return `${status} ${code} ${cause}`;
}

function isSame<T>(one: ReadonlySet<T>, other: ReadonlySet<T>): boolean {
  return one.size === other.size && one.isSubsetOf(other);
}
