import { browserStorage } from '../../shared/browser-storage.ts';
import { createStore } from '../api/store.ts';

/** Lower rows, for people who compare many lines. The browser stores the choice. */
const KEPT = 'dense-rows';
const dense = createStore(browserStorage.read(KEPT) === 'on');

export function setDense(isDense: boolean): void {
  browserStorage.write(KEPT, isDense ? 'on' : 'off');
  dense.set(isDense);
}

export const useDense = (): boolean => dense.useValue();
