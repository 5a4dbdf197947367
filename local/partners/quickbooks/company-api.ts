import { presented } from './books.ts';
import { type Change, type Desk, end, write } from './records.ts';
import { agedReceivables, Fault, profitAndLoss, timeOf } from './reports.ts';
import { centsOf, type Entity, type EntityType, type Ref, type Store, typeOfPath } from './store.ts';

interface Condition {
  field: string;
  operator: string;
  values: string[];
}

interface Query {
  type: EntityType;
  counts: boolean;
  where: Condition[];
  order: { field: string; down: boolean }[];
  from: number;
  most: number;
}

const bad = (detail: string): Fault => new Fault('4000', 'Error parsing query', `QueryParserError: ${detail}`);

const filterable = new Set([
  'Id',
  'Active',
  'Name',
  'DisplayName',
  'DocNumber',
  'TxnDate',
  'DueDate',
  'Balance',
  'CustomerRef',
  'PaymentRefNum',
  'AccountType',
]);

/** Parses the documented subset of QuickBooks' query language; rejects anything else. */
const parseQuery = (text: string): Query => {
  const unread = /[\u0100-\u{10ffff}]/u.exec(text);
  if (unread) throw bad(`Lexical error at line 1, column ${unread.index + 1}. Encountered: "${unread[0]}"`);
  const selectMatch = /^\s*select\s+(\*|count\(\*\))\s+from\s+(\w+)\s*(.*)$/is.exec(text);
  const type = typeOfPath(selectMatch?.[2]?.toLowerCase() ?? '');
  if (!selectMatch || !type) throw bad('expected SELECT * FROM an entity');
  let clauses = selectMatch[3] ?? '';
  const take = (pattern: RegExp): RegExpExecArray | null => {
    const match = pattern.exec(clauses);
    if (match) clauses = clauses.slice(match[0].length);
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
  if (clauses.trim()) throw bad(`unexpected "${clauses.trim().slice(0, 40)}"`);
  if (from < 1 || most > 1000) throw bad('STARTPOSITION is from 1, MAXRESULTS at most 1000');
  return { type, counts: selectMatch[1] !== '*', where, order, from, most };
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
  const value = entity[field];
  if (typeof value === 'object' && value !== null) return (value as Ref).value;
  return typeof value === 'boolean' ? String(value) : (value as string | number | undefined);
};

const compared = (left: string | number, right: string): number => {
  if (typeof left === 'number') return left - Number(right);
  const [a, b] = [left.toLowerCase(), right.toLowerCase()];
  return a < b ? -1 : Number(a > b);
};

const holds = (entity: Entity, { field, operator, values }: Condition): boolean => {
  const left = fieldOf(entity, field);
  if (left === undefined) return false;
  const [first = ''] = values;
  const order = compared(left, first);
  if (operator === '=') return order === 0;
  if (operator === 'in') return values.some((value) => compared(left, value) === 0);
  if (operator === 'like') {
    const pattern = first.split('%').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    return new RegExp(`^${pattern.join('.*')}$`, 'is').test(String(left));
  }
  if (operator === '<') return order < 0;
  if (operator === '>') return order > 0;
  return operator === '<=' ? order <= 0 : order >= 0;
};

/** Returns the matching records in order, before paging. Lists omit inactive ones unless requested. */
const selected = ({ where, order }: Query, all: readonly Entity[]): Entity[] => {
  const asksActive = where.some(({ field }) => field === 'Active');
  const entities = all.filter(
    (entity) => (asksActive || entity.Active !== false) && where.every((condition) => holds(entity, condition)),
  );
  return entities.sort((a, b) => {
    for (const { field, down } of order) {
      const [left, right] = [fieldOf(a, field) ?? '', fieldOf(b, field) ?? ''];
      const byNumber = field === 'Id' || typeof left === 'number';
      const difference = byNumber ? Number(left) - Number(right) : compared(left, String(right));
      if (difference) return down ? -difference : difference;
    }
    return Number(a.Id) - Number(b.Id);
  });
};

export interface Call {
  method: string;
  realm: string;
  path: string;
  query: URLSearchParams;
  body: string;
}

interface Served {
  answer: unknown;
  changes: Change[];
}

interface Api {
  store: Store;
  now: () => Date;
}

/** Serves an Accounting API call; throws {@link Fault} for what QuickBooks rejects. */
export const serve = (api: Api, call: Call): Served => {
  const { store, now } = api;
  const desk: Desk = { store, realm: call.realm, now: now() };
  if (!store.company(call.realm))
    throw new Fault('6190', 'Invalid Company Status', 'Subscription period has ended or canceled');
  const version = Number(call.query.get('minorversion'));
  if (!Number.isInteger(version) || version < 75)
    throw new Fault('2020', 'Minor version', 'This sandbox takes what says minorversion=75 or newer', {
      element: 'minorversion',
    });
  const requestId = call.query.get('requestid');
  if (call.method !== 'POST') return { answer: read(api, call, desk), changes: [] };
  if (!requestId)
    throw new Fault('2020', 'requestid', 'This sandbox takes no change without a requestid', { element: 'requestid' });
  if (requestId.length > 50) throw new Fault('2050', 'Invalid String Length', 'requestid', { element: 'requestid' });
  return store.atomically(() => {
    const before = store.answered(call.realm, requestId);
    if (before) return { answer: before, changes: [] };
    const served = change(call, desk);
    store.keepAnswer(call.realm, requestId, served.answer);
    return served;
  });
};

const change = ({ path, query, body }: Call, desk: Desk): Served => {
  const type = typeOfPath(path);
  if (!type) throw new Fault('4000', 'Unsupported operation', `No such operation: ${path}`);
  const parsedBody = parsed(body);
  const operation = query.get('operation');
  const voids = operation === 'void' || query.get('include') === 'void';
  if (voids && !['Invoice', 'Payment'].includes(type))
    throw new Fault('4000', 'Unsupported operation', `${type} has no void`);
  const done = voids ? end(desk, type, parsedBody, 'void') : write(desk, type, parsedBody);
  return { answer: { [type]: done.entity, time: timeOf(desk.now) }, changes: [done.change] };
};

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    throw new Fault('2000', 'Request is not well-formed JSON', 'Unexpected character');
  }
};

const read = ({ store, now }: Api, call: Call, { realm }: Desk): unknown => {
  const { path, query } = call;
  const time = timeOf(now());
  const reportRequest = { store, realm, query, now: now() };
  if (path === 'query') return { QueryResponse: queried(store, realm, query.get('query') ?? ''), time };
  if (path === 'reports/ProfitAndLoss') return profitAndLoss(reportRequest);
  if (path === 'reports/AgedReceivables') return agedReceivables(reportRequest);
  if (path === `companyinfo/${realm}`)
    return { CompanyInfo: { CompanyName: store.company(realm)?.name, Country: 'US' }, time };
  const [kind = '', id = ''] = path.split('/');
  const type = typeOfPath(kind);
  const entity = type && store.entity(realm, type, id);
  if (!type || !entity) throw new Fault('610', 'Object Not Found', `Object Not Found : ${path}`);
  return { [type]: presented(store, realm, type, entity), time };
};

const queried = (store: Store, realm: string, text: string): Record<string, unknown> => {
  const parsedQuery = parseQuery(text);
  // Balances are computed for filters on them, otherwise only for the page.
  const byBalance = [...parsedQuery.where, ...parsedQuery.order].some(({ field }) => field === 'Balance');
  const present = (entity: Entity): Entity => presented(store, realm, parsedQuery.type, entity);
  const all = store.entities(realm, parsedQuery.type);
  const entities = selected(parsedQuery, byBalance ? all.map(present) : all);
  if (parsedQuery.counts) return { totalCount: entities.length };
  const page = entities.slice(parsedQuery.from - 1, parsedQuery.from - 1 + parsedQuery.most).map(present);
  if (!page.length) return {};
  return { [parsedQuery.type]: page, startPosition: parsedQuery.from, maxResults: page.length };
};

export const customersOf = (store: Store, realm: string): Entity[] =>
  store
    .entities(realm, 'Customer')
    .map((customer) => presented(store, realm, 'Customer', customer))
    .sort((a, b) => centsOf(b.Balance) - centsOf(a.Balance));

export const accountsOf = (store: Store, realm: string): Entity[] =>
  store.entities(realm, 'Account').map((account) => presented(store, realm, 'Account', account));
