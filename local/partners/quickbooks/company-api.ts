import { Fault, timeOf } from './answers.ts';
import { presented } from './books.ts';
import { centsOf, type Entity, isTransaction, typeOfPath } from './model.ts';
import { parseQuery, selected } from './query.ts';
import { type Change, type Desk, end, write } from './records.ts';
import { agedReceivables, profitAndLoss } from './reports.ts';
import type { Store } from './store.ts';

export interface Call {
  method: string;
  realm: string;
  /** What follows the company: `customer/58`. */
  path: string;
  query: URLSearchParams;
  body: string;
  contentType: string;
}

interface Served {
  answer: unknown;
  changes: Change[];
}

interface Api {
  store: Store;
  now: () => Date;
}

/** One call of the Accounting API; throws {@link Fault} for what QuickBooks refuses. */
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
  const given = parsed(body);
  const operation = query.get('operation');
  const voids = operation === 'void' || query.get('include') === 'void';
  if (operation === 'delete' && !isTransaction(type))
    throw new Fault('4000', 'Unsupported operation', 'A list record is made inactive');
  if (voids && !['Invoice', 'Payment'].includes(type))
    throw new Fault('4000', 'Unsupported operation', `${type} has no void`);
  const done =
    operation === 'delete' || voids ? end(desk, type, given, voids ? 'void' : 'delete') : write(desk, type, given);
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
  const asked = { store, realm, query, now: now() };
  if (path === 'query') return { QueryResponse: queried(store, realm, query.get('query') ?? ''), time };
  if (path === 'reports/ProfitAndLoss') return profitAndLoss(asked);
  if (path === 'reports/AgedReceivables') return agedReceivables(asked);
  if (path === `companyinfo/${realm}`) {
    const name = store.company(realm)?.name;
    const info = {
      CompanyName: name,
      LegalName: name,
      Country: 'US',
      FiscalYearStartMonth: 'January',
      Id: '1',
      SyncToken: '0',
    };
    return { CompanyInfo: { ...info, NameValue: [{ Name: 'OfferingSku', Value: 'QuickBooks Online Plus' }] }, time };
  }
  const [kind = '', id = ''] = path.split('/');
  const type = typeOfPath(kind);
  const entity = type && store.entity(realm, type, id);
  if (!type || !entity) throw new Fault('610', 'Object Not Found', `Object Not Found : ${path}`);
  return { [type]: presented(store, realm, type, entity), time };
};

const queried = (store: Store, realm: string, text: string): Record<string, unknown> => {
  const asked = parseQuery(text);
  // Balances are worked out for whoever filters by them, and otherwise for the page alone.
  const byBalance = [...asked.where, ...asked.order].some(({ field }) => field === 'Balance');
  const shown = (entity: Entity): Entity => presented(store, realm, asked.type, entity);
  const all = store.entities(realm, asked.type);
  const found = selected(asked, byBalance ? all.map(shown) : all);
  if (asked.counts) return { totalCount: found.length };
  const page = found.slice(asked.from - 1, asked.from - 1 + asked.most).map(shown);
  if (!page.length) return {};
  return { [asked.type]: page, startPosition: asked.from, maxResults: page.length };
};

/** What a company's page shows of its customers, the one that owes most first. */
export const customersOf = (store: Store, realm: string): Entity[] =>
  store
    .entities(realm, 'Customer')
    .map((customer) => presented(store, realm, 'Customer', customer))
    .sort((a, b) => centsOf(b.Balance) - centsOf(a.Balance));

/** What a company's books say of all accounts. */
export const accountsOf = (store: Store, realm: string): Entity[] =>
  store.entities(realm, 'Account').map((account) => presented(store, realm, 'Account', account));
