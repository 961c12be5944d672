import { expect, test } from 'vitest';
import { scaleOf, scaleOfPoints } from '../../src/app/ui/chart/scale.ts';

test.each([
  [
    [62.4, 68.1, 60],
    [50, 60, 70],
  ],
  [
    [58.8, 71],
    [50, 60, 70, 80],
  ],
  [
    [41, 91],
    [40, 50, 60, 70, 80, 90, 100],
  ],
  [
    [3, 97],
    [0, 20, 40, 60, 80, 100],
  ],
  [[100], [80, 90, 100]],
  [[0], [0, 10, 20]],
  [[], [0, 20, 40, 60, 80, 100]],
])(
  'the axis of lines of %j points fits them, with round values and a span of 20 at least',
  (points, ticks) => {
    const scale = scaleOfPoints(points);
    expect(scale.ticks).toEqual(ticks);
    expect([scale.bottom, scale.top]).toEqual([ticks[0], ticks.at(-1)]);
  },
);

test('the axis of bars begins at zero', () => {
  expect(scaleOf(47)).toEqual({ bottom: 0, top: 60, ticks: [0, 20, 40, 60] });
});
