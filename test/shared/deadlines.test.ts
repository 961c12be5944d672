import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Deadlines } from '../../src/shared/deadlines.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('each is told when its own time is over, unless it has gone before', () => {
  const told: string[] = [];
  const deadlines = new Deadlines<string>(50, (each) => told.push(each));
  deadlines.add('first');
  vi.advanceTimersByTime(20);
  deadlines.add('gone');
  deadlines.add('second');
  expect(deadlines.delete('gone')).toBe(true);
  vi.advanceTimersByTime(29);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(told).toEqual(['first']);
  vi.advanceTimersByTime(19);
  expect(told).toEqual(['first']);
  vi.advanceTimersByTime(1);
  expect(told).toEqual(['first', 'second']);
  expect(deadlines.delete('second')).toBe(false);
});

test('who is told may make room for others: these have all of their time', () => {
  const told: string[] = [];
  const deadlines = new Deadlines<string>(50, (each) => {
    told.push(each);
    if (each.length < 3) deadlines.add(`${each}+`);
  });
  deadlines.add('a');
  deadlines.add('b');
  vi.advanceTimersByTime(99);
  expect(told).toEqual(['a', 'b']);
  vi.advanceTimersByTime(1);
  expect(told).toEqual(['a', 'b', 'a+', 'b+']);
});

test('while nobody has a deadline there is no timer, and never more than one', () => {
  const deadlines = new Deadlines<string>(50, () => deadlines.add('another'));
  deadlines.add('a');
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(50);
  expect(vi.getTimerCount()).toBe(1);
  deadlines.delete('another');
  expect(vi.getTimerCount()).toBe(0);
  deadlines.add('b');
  expect(vi.getTimerCount()).toBe(1);
});

test('one that leaves while another is told is not told, however many there are', () => {
  const told: number[] = [];
  const deadlines = new Deadlines<number>(50, (each) => {
    told.push(each);
    deadlines.delete(each + 1);
  });
  for (let n = 0; n < 5000; n++) deadlines.add(n);
  vi.advanceTimersByTime(50);
  expect(told).toEqual(Array.from({ length: 2500 }, (_, n) => 2 * n));
  expect(deadlines.size).toBe(0);
});

test('a deadline that passes while another is told is next, with a timer that Node allows', () => {
  const timer = vi.spyOn(globalThis, 'setTimeout');
  const told: string[] = [];
  const deadlines = new Deadlines<string>(50, (each) => {
    told.push(each);
    // Telling takes longer than the next one has left.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 30);
  });
  deadlines.add('first');
  vi.advanceTimersByTime(10);
  deadlines.add('second');
  vi.advanceTimersByTime(40);
  expect(timer.mock.calls.at(-1)?.[1]).toBe(0);
  vi.restoreAllMocks();
  vi.advanceTimersByTime(40);
  expect(told).toEqual(['first', 'second']);
});
