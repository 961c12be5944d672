import { browserStorage } from '../../shared/web/browser-storage.ts';
import { createStore } from '../api/store.ts';

/** People who dictate, or press keys unintentionally, can turn off commands of a single letter. */
const KEPT = 'letter-keys';
const letterKeys = createStore(browserStorage.read(KEPT) !== 'off');

export const hasLetterKeys = letterKeys.get;

export function setLetterKeys(isOn: boolean): void {
  browserStorage.write(KEPT, isOn ? 'on' : 'off');
  letterKeys.set(isOn);
}

export const useLetterKeys = (): boolean => letterKeys.useValue();
