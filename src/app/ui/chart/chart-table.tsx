import { useTexts } from '../../text/language.ts';
import { uiTexts } from '../texts.ts';

type Props = {
  label: string;
  /** The name of each row. */
  names: readonly string[];
  series: readonly { name: string; values: readonly (number | null)[] }[];
};

/** The numbers of a chart, for screen readers. */
export function ChartTable({ label, names, series }: Props) {
  const t = useTexts(uiTexts);
  // A table never becomes narrower than its words, so its box hides it.
  return (
    <div className="hidden-text">
      <table>
        <caption>
          {label}. {t.chartData}
        </caption>
        <thead>
          <tr>
            <td />
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {names.map((row, at) => (
            <tr key={row}>
              <th scope="row">{row}</th>
              {series.map(({ name, values }) => (
                <td key={name}>{values[at] ?? '–'}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
