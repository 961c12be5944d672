import { browserStorage } from '../../shared/web/browser-storage.ts';
import { createStore } from '../api/store.ts';

/**
 * Lower rows, because people compare many lines of a log. In a narrow window a row has two lines, so it is higher there. A
 * person's own choice is stored by the browser.
 */
const KEPT = 'dense-rows';
const chosen = browserStorage.read(KEPT);
const dense = createStore(chosen ? chosen === 'on' : matchMedia('(width >= 48rem)').matches);

export function setDense(isDense: boolean): void {
  browserStorage.write(KEPT, isDense ? 'on' : 'off');
  dense.set(isDense);
}

export const useDense = (): boolean => dense.useValue();
