type Series = { name: string; labels: Record<string, string>; value: number };
export type Exposition = {
  /** The type of each metric by its name. A histogram has no suffix here. */
  types: Map<string, string>;
  series: Series[];
};

/** Reads the text of /metrics. */
export function readExposition(text: string): Exposition {
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  const series = [...text.matchAll(/^([a-zA-Z_]\w*)(?:\{(.*)\})? (\S+)$/gm)];
  return {
    types: new Map(types.map(([, name = '', type = '']) => [name, type])),
    series: series.map(([, name = '', labels = '', value]) => ({
      name,
      labels: labelsOf(labels),
      value: Number(value),
    })),
  };
}

function labelsOf(text: string): Record<string, string> {
  const pairs = text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g);
  return Object.fromEntries([...pairs].map(([, name, value]) => [name, value]));
}

/** A metric of a query with its conditions, such as `state="waiting"`. */
export type Selector = {
  name: string;
  conditions: [label: string, operator: string, value: string][];
};

/** The metrics that a query of Prometheus reads, and the labels by which it adds up. */
export function readQuery(query: string): { selectors: Selector[]; by: string[] } {
  const by = [...query.matchAll(/\b(?:by|without) \(([^)]*)\)/g)].flatMap(([, labels = '']) =>
    labels.split(',').map((label) => label.trim()),
  );
  const rest = query.replaceAll(/\b(?:by|without) \([^)]*\)/g, '').replaceAll(/\$\w+/g, '5m');
  const found = rest.matchAll(/(?<![\w"])([a-z]+(?:_\w+)+|up)(?![\w(]| \()(?:\{([^}]*)\})?/g);
  return {
    by,
    selectors: [...found].map(([, name = '', conditions = '']) => ({
      name,
      conditions: [...conditions.matchAll(/(\w+)(=~|!~|!=|=)"([^"]*)"/g)].map(
        ([, label = '', operator = '', value = '']) => [label, operator, value],
      ),
    })),
  };
}
