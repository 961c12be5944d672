import { useState } from 'react';
import { Chart, Sparkline } from '../../ui/chart.tsx';
import { ChartFrame } from '../../ui/chart-frame.tsx';
import { LineChart } from '../../ui/line-chart.tsx';
import { Stat, Stats } from '../../ui/stat.tsx';
import { Block } from './block.tsx';

const values = [3, 8, 5, 0, 12, 9, 4, 7, 15, 11, 6, 10];
const hours = values.map((_, at) => `${at}:00`);
const weeks = values.map((value, at) => ({
  name: `Week ${at + 1}`,
  value: value === 0 ? null : 40 + value * 3,
  bar: value,
}));

export function ChartBlocks() {
  const [span, setSpan] = useState('');
  return (
    <>
      <Block title="Chart: drag a span; sparkline">
        <div className="w-full">
          <Chart
            bars={hours}
            label="Requests by hour"
            onSpan={(first, last) => setSpan(`${hours[first]} to ${hours[last]}`)}
            series={[
              { name: 'Good', tone: 'accent', values },
              { name: 'Failed', tone: 'bad', values: values.map((value) => Math.floor(value / 4)) },
            ]}
          />
          <p className="text-sm text-soft">{span || 'No span'}</p>
        </div>
        <Sparkline values={values} />
      </Block>
      <Block title="A framed line over bars, with a gap; numbers side by side">
        <div className="grid w-full gap-4">
          <ChartFrame
            ends={['Week 1', 'Week 12']}
            hint="What can be done here"
            legend={[
              { name: 'Score', tone: 'accent' },
              { name: 'Trainings', tone: 'wash' },
            ]}
            title="Average score"
            value="61.5"
          >
            <LineChart
              barSeries="Trainings"
              label="Score by week"
              points={weeks}
              series="Average score"
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
