import { useState } from 'react';
import { BarChart } from '../../ui/chart/bar-chart.tsx';
import { Changes } from '../../ui/chart/change.tsx';
import { ChartFrame } from '../../ui/chart/chart-frame.tsx';
import { LineChart } from '../../ui/chart/line-chart.tsx';
import { everyNth } from '../../ui/chart/scale.ts';
import { Sparkline } from '../../ui/chart/sparkline.tsx';
import { Stat, Stats } from '../../ui/stat.tsx';
import { Block } from './block.tsx';

const values = [3, 8, 5, 0, 12, 9, 4, 7, 15, 11, 6, 10];
const hours = values.map((_, index) => `${index}:00`);
const names = values.map((_, index) => `Week ${index + 1}`);
const scores = values.map((value) => (value === 0 ? null : 40 + value * 3));
const before = scores.map((_, index) => 50 + index);

export function ChartBlocks() {
  const [span, setSpan] = useState('');
  return (
    <>
      <Block title="Bars: drag a span, or choose it by arrow keys; sparkline">
        <div className="w-full">
          <BarChart
            bars={hours}
            before={{ name: 'The day before', values: values.toReversed() }}
            label="Requests by hour"
            onSpan={(first, last) => setSpan(`${hours[first]} to ${hours[last]}`)}
            series={[
              { name: 'Good', tone: 'works', values },
              {
                name: 'Refused',
                tone: 'failed',
                values: values.map((value) => Math.floor(value / 5)),
              },
              {
                name: 'Limit',
                tone: 'stripes',
                values: values.map((value) => Math.floor(value / 6)),
              },
              {
                name: 'Failed',
                tone: 'failed',
                values: values.map((value) => Math.floor(value / 4)),
              },
            ]}
            ticks={everyNth(hours)}
          />
          <p className="text-sm text-soft">{span || 'No span'}</p>
        </div>
        <Sparkline failed={values.map((value) => value / 3)} values={values} />
      </Block>
      <Block title="A framed line over bars, with a gap; numbers side by side">
        <div className="grid w-full gap-4">
          <ChartFrame
            change={
              <Changes
                numbers={[
                  { kind: 'score', now: 61.5, before: 55 },
                  { name: 'Successful', kind: 'share', now: 0.95, before: 0.99 },
                  { name: 'Requests', kind: 'count', now: 180, before: 120 },
                ]}
                than="the weeks before"
              />
            }
            hint="What can be done here"
            legend={[
              { name: 'Score', tone: 'accent' },
              { name: 'Before', tone: 'before' },
              { name: 'Gap', tone: 'gap' },
              { name: 'Trainings', tone: 'volume' },
            ]}
            title="Average score"
            value="61.5"
          >
            <LineChart
              bars={{ name: 'Trainings', values }}
              before={{ name: 'Before', values: before }}
              label="Score by week"
              limit={60}
              line={{ name: 'Average score', values: scores }}
              names={names}
              ticks={everyNth(names)}
            />
          </ChartFrame>
          <Stats>
            <Stat label="Requests" more="in 24 hours" value="12,480" />
            <Stat label="Seats" more="of 100" value="37" />
            <Stat label="Delivered" value="99.2 %">
              <Sparkline values={values} />
            </Stat>
          </Stats>
        </div>
      </Block>
    </>
  );
}
