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
  // A table cannot be narrower than its words, so the box around it is hidden instead.
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
          {names.map((row, index) => (
            // Two rows have the same name if the clock goes back.
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity, and keep their order
            <tr key={index}>
              <th scope="row">{row}</th>
              {series.map(({ name, values }) => (
                <td key={name}>{values[index] ?? '–'}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
