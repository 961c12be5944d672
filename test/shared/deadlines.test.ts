import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Deadlines } from '../../src/shared/time/deadlines.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('the function is called for each entry when the time of the entry is over, unless the entry was deleted', () => {
  const called: string[] = [];
  const deadlines = new Deadlines<string>(50, (each) => called.push(each));
  deadlines.add('first');
  vi.advanceTimersByTime(20);
  deadlines.add('gone');
  deadlines.add('second');
  expect(deadlines.delete('gone')).toBe(true);
  vi.advanceTimersByTime(29);
  expect(called).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(called).toEqual(['first']);
  vi.advanceTimersByTime(19);
  expect(called).toEqual(['first']);
  vi.advanceTimersByTime(1);
  expect(called).toEqual(['first', 'second']);
  expect(deadlines.delete('second')).toBe(false);
});

test('an entry that the function adds gets its whole time', () => {
  const called: string[] = [];
  const deadlines = new Deadlines<string>(50, (each) => {
    called.push(each);
    if (each.length < 3) deadlines.add(`${each}+`);
  });
  deadlines.add('a');
  deadlines.add('b');
  vi.advanceTimersByTime(99);
  expect(called).toEqual(['a', 'b']);
  vi.advanceTimersByTime(1);
  expect(called).toEqual(['a', 'b', 'a+', 'b+']);
});

test('there is no timer without entries', () => {
  const deadlines = new Deadlines<string>(50, () => deadlines.add('another'));
  deadlines.add('a');
  vi.advanceTimersByTime(50);
  expect(vi.getTimerCount()).toBe(1);
  deadlines.delete('another');
  expect(vi.getTimerCount()).toBe(0);
});

test('the function is not called for an entry that it has just deleted, however many entries there are', () => {
  const called: number[] = [];
  const deadlines = new Deadlines<number>(50, (each) => {
    called.push(each);
    deadlines.delete(each + 1);
  });
  for (let n = 0; n < 5000; n++) deadlines.add(n);
  vi.advanceTimersByTime(50);
  expect(called).toEqual(Array.from({ length: 2500 }, (_, n) => 2 * n));
  expect(deadlines.size).toBe(0);
});
