import { browserStorage } from '../../shared/browser-storage.ts';
import { createStore } from '../api/store.ts';

/** Lower rows, because people compare many lines. The browser stores another choice. */
const KEPT = 'dense-rows';
const dense = createStore(browserStorage.read(KEPT) !== 'off');

export function setDense(isDense: boolean): void {
  browserStorage.write(KEPT, isDense ? 'on' : 'off');
  dense.set(isDense);
}

export const useDense = (): boolean => dense.useValue();
