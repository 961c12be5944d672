/** The part of SOQL that the connectors use. It is parsed as strictly as Salesforce does. */
export type Soql = {
  object: string;
  fields: string[];
  isCount: boolean;
  conditions: Condition[];
  limit: number | null;
};

export type Condition = {
  field: string;
  operator: '=' | '!=' | '>' | '>=' | '<' | '<=' | 'IN';
  /** A text, a time or true. For IN: the texts, or the text of the subquery. */
  value: string | boolean | Date | string[] | { subquery: string };
};

export class SoqlRefusal extends Error {
  readonly errorCode: string;

  constructor(errorCode: string, message: string) {
    super(message);
    this.errorCode = errorCode;
  }
}

const SHAPE = /^SELECT (.+?) FROM (\w+)(?: WHERE (.+?))?(?: ORDER BY (\w+))?(?: LIMIT (\d+))?$/;
const CONDITION =
  /^([\w.]+) (?:(=|!=|>=|<=|>|<) (?:'((?:[^'\\]|\\.)*)'|(true|false)|(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ))|IN \((SELECT [\w ]+|'[^)]*')\))$/;

export function parseSoql(text: string): Soql {
  const [, fields = '', object = '', where, , limit] = SHAPE.exec(text) ?? [];
  if (object === '') throw new SoqlRefusal('MALFORMED_QUERY', 'unexpected token');
  const isCount = fields === 'COUNT()';
  return {
    object,
    isCount,
    fields: isCount ? [] : fields.split(', '),
    conditions: where ? where.split(' AND ').map(parseCondition) : [],
    limit: limit ? Number(limit) : null,
  };
}

function parseCondition(text: string): Condition {
  const [, field = '', operator, word, truth, time, list] = CONDITION.exec(text) ?? [];
  if (field === '') throw new SoqlRefusal('MALFORMED_QUERY', 'unexpected token');
  if (list) return { field, operator: 'IN', value: listOf(list) };
  const value = word ?? (truth ? truth === 'true' : new Date(time ?? ''));
  return { field, operator: operator as Condition['operator'], value };
}

function listOf(list: string): Condition['value'] {
  if (list.startsWith('SELECT')) return { subquery: list };
  return list.split(', ').map((word) => word.slice(1, -1));
}

/** `read` gives the value of a field. Texts are compared by their characters, as Salesforce compares ids. */
export function fits(conditions: Condition[], read: (field: string) => unknown): boolean {
  return conditions.every(({ field, operator, value }) => {
    const own = read(field);
    if (operator === 'IN') return !Array.isArray(value) || value.includes(String(own));
    const [a, b] = value instanceof Date ? [Number(own), Number(value)] : [own, value];
    switch (operator) {
      case '=':
        return a === b;
      case '!=':
        return a !== b;
      default:
        return compares(operator, a as string, b as string);
    }
  });
}

function compares(operator: '>' | '>=' | '<' | '<=', a: string, b: string): boolean {
  switch (operator) {
    case '>':
      return a > b;
    case '>=':
      return a >= b;
    case '<':
      return a < b;
    case '<=':
      return a <= b;
  }
}
