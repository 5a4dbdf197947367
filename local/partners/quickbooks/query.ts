import { Fault } from './answers.ts';
import { type Entity, type EntityType, type Ref, typeOfPath } from './model.ts';

interface Condition {
  field: string;
  operator: string;
  values: string[];
}

export interface Query {
  type: EntityType;
  counts: boolean;
  where: Condition[];
  order: { field: string; down: boolean }[];
  from: number;
  most: number;
}

const bad = (detail: string): Fault => new Fault('4000', 'Error parsing query', `QueryParserError: ${detail}`);

/** What may be asked for: QuickBooks cannot filter by every property. */
const filterable = new Set([
  ...['Id', 'Active', 'Name', 'DisplayName', 'GivenName', 'FamilyName', 'DocNumber', 'TxnDate', 'DueDate', 'TotalAmt'],
  ...['Balance', 'CustomerRef', 'PaymentRefNum', 'AccountType', 'AccountSubType', 'Classification', 'Type'],
  ...['MetaData.CreateTime', 'MetaData.LastUpdatedTime', 'PrimaryEmailAddr'],
]);

/** Reads the subset of QuickBooks' query language that it documents; anything else is refused. */
export const parseQuery = (text: string): Query => {
  const unread = /[\u0100-\u{10ffff}]/u.exec(text);
  if (unread) throw bad(`Lexical error at line 1, column ${unread.index + 1}. Encountered: "${unread[0]}"`);
  const whole = /^\s*select\s+(\*|count\(\*\))\s+from\s+(\w+)\s*(.*)$/is.exec(text);
  const type = typeOfPath(whole?.[2]?.toLowerCase() ?? '');
  if (!whole || !type) throw bad('expected SELECT * FROM an entity');
  let rest = whole[3] ?? '';
  const take = (pattern: RegExp): RegExpExecArray | null => {
    const match = pattern.exec(rest);
    if (match) rest = rest.slice(match[0].length);
    return match;
  };
  const where: Condition[] = [];
  if (take(/^where\s+/i)) {
    do where.push(condition(take));
    while (take(/^\s*and\s+/i));
  }
  const order: Query['order'] = [];
  if (take(/^\s*order\s?by\s+/i))
    do {
      const [, field = '', direction] = take(/^\s*([\w.]+)(?:\s+(asc|desc))?/i) ?? [];
      order.push({ field, down: direction?.toLowerCase() === 'desc' });
    } while (take(/^\s*,/));
  const from = Number(take(/^\s*startposition\s+(\d+)/i)?.[1] ?? 1);
  const most = Number(take(/^\s*maxresults\s+(\d+)/i)?.[1] ?? 100);
  if (rest.trim()) throw bad(`unexpected "${rest.trim().slice(0, 40)}"`);
  if (from < 1 || most > 1000) throw bad('STARTPOSITION is from 1, MAXRESULTS at most 1000');
  return { type, counts: whole[1] !== '*', where, order, from, most };
};

const condition = (take: (pattern: RegExp) => RegExpExecArray | null): Condition => {
  const [, field = '', operator = ''] = take(/^\s*([\w.]+)\s*(=|<=|>=|<|>|in\b|like\b)\s*/i) ?? [];
  if (!field) throw bad('expected a condition');
  if (!filterable.has(field)) throw new Fault('4001', 'Invalid query', `Property ${field} cannot be queried`);
  const value = (): string => {
    const quoted = take(/^\s*'((?:\\'|[^'])*)'/) ?? take(/^\s*(true|false|\d+(?:\.\d+)?)/i);
    if (!quoted) throw bad(`expected a value after ${field}`);
    return (quoted[1] ?? '').replaceAll("\\'", "'");
  };
  if (operator.toLowerCase() !== 'in') return { field, operator: operator.toLowerCase(), values: [value()] };
  if (!take(/^\s*\(/)) throw bad('expected (');
  const values = [value()];
  while (take(/^\s*,/)) values.push(value());
  if (!take(/^\s*\)/)) throw bad('expected )');
  return { field, operator: 'in', values };
};

const fieldOf = (entity: Entity, field: string): string | number | undefined => {
  let value: unknown = entity;
  for (const part of field.split('.')) value = (value as Record<string, unknown> | undefined)?.[part];
  if (typeof value === 'object' && value !== null)
    return (value as Ref).value ?? (value as unknown as { Address?: string }).Address;
  return typeof value === 'boolean' ? String(value) : (value as string | number | undefined);
};

const compared = (left: string | number, right: string, instants: boolean): number => {
  if (typeof left === 'number') return left - Number(right);
  if (instants) return Date.parse(left) - Date.parse(right);
  const [a, b] = [left.toLowerCase(), right.toLowerCase()];
  return a < b ? -1 : Number(a > b);
};

const holds = (entity: Entity, { field, operator, values }: Condition): boolean => {
  const left = fieldOf(entity, field);
  if (left === undefined) return false;
  const [first = ''] = values;
  const order = compared(left, first, field.startsWith('MetaData.'));
  if (operator === '=') return order === 0;
  if (operator === 'in') return values.some((value) => compared(left, value, false) === 0);
  if (operator === 'like') {
    const pattern = first.split('%').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    return new RegExp(`^${pattern.join('.*')}$`, 'is').test(String(left));
  }
  if (operator === '<') return order < 0;
  if (operator === '>') return order > 0;
  return operator === '<=' ? order <= 0 : order >= 0;
};

/** The records that a query means, in its order, before it is paged. Lists leave out what is inactive unless asked for. */
export const selected = ({ where, order }: Query, all: readonly Entity[]): Entity[] => {
  const asksActive = where.some(({ field }) => field === 'Active');
  const found = all.filter(
    (entity) => (asksActive || entity.Active !== false) && where.every((one) => holds(entity, one)),
  );
  return found.sort((a, b) => {
    for (const { field, down } of order) {
      const [left, right] = [fieldOf(a, field) ?? '', fieldOf(b, field) ?? ''];
      const byNumber = field === 'Id' || typeof left === 'number';
      const difference = byNumber ? Number(left) - Number(right) : compared(left, String(right), false);
      if (difference) return down ? -difference : difference;
    }
    return Number(a.Id) - Number(b.Id);
  });
};
