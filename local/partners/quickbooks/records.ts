import { toDollars } from '#domain/shared/values/money.ts';
import { appliedOf, itemLines, paidOf, presented } from './books.ts';
import { Fault, timeOf } from './reports.ts';
import {
  type AccountLine,
  centsOf,
  type Entity,
  type EntityType,
  isTransaction,
  type LinkLine,
  type Ref,
  type Store,
  sent,
} from './store.ts';

export interface Desk {
  store: Store;
  realm: string;
  now: Date;
}

export interface Change {
  type: EntityType;
  id: string;
  operation: 'Create' | 'Update' | 'Delete' | 'Void';
}

const namesOf: Partial<Record<EntityType, string>> = {
  Customer: 'DisplayName',
  Item: 'Name',
  Class: 'Name',
  PaymentMethod: 'Name',
};

export const write = (desk: Desk, type: EntityType, body: unknown): { entity: Entity; change: Change } => {
  const given = valid(type, body);
  const { Id, SyncToken, sparse, ...values } = given;
  const current = Id ? currentOf(desk, type, Id, SyncToken) : undefined;
  const unchanged = current && sparse ? current : {};
  const time = timeOf(desk.now);
  const entity: Entity = {
    Active: isTransaction(type) ? undefined : true,
    ...unchanged,
    ...values,
    Id: current?.Id ?? desk.store.nextId(desk.realm),
    SyncToken: current ? String(Number(current.SyncToken) + 1) : '0',
    MetaData: { CreateTime: current?.MetaData.CreateTime ?? time, LastUpdatedTime: time },
  };
  completed(desk, type, entity, current);
  desk.store.putEntity(desk.realm, type, entity);
  const operation = current ? 'Update' : 'Create';
  return { entity: presented(desk.store, desk.realm, type, entity), change: { type, id: entity.Id, operation } };
};

export const end = (desk: Desk, type: EntityType, body: unknown, how: 'delete' | 'void') => {
  const { Id, SyncToken } = identityOf(body);
  const current = currentOf(desk, type, Id, SyncToken);
  assertOpen(desk, String(current.TxnDate));
  if (how === 'delete') {
    desk.store.dropEntity(desk.realm, type, Id);
    const entity = { Id, status: 'Deleted', domain: 'QBO' };
    return { entity, change: { type, id: Id, operation: 'Delete' } as Change };
  }
  if (type === 'Invoice' && paidOf(desk.store, desk.realm, Id) > 0)
    throw new Fault('6000', 'A business validation error has occurred', 'Unlink the payments of the invoice first');
  const lines = ((current.Line ?? []) as { Amount: number; DetailType?: string }[])
    .filter(({ DetailType }) => DetailType)
    .map((line) => ({ ...line, Amount: 0 }));
  const entity: Entity = {
    ...current,
    TotalAmt: 0,
    Line: lines,
    PrivateNote: 'Voided',
    SyncToken: String(Number(current.SyncToken) + 1),
    MetaData: { ...current.MetaData, LastUpdatedTime: timeOf(desk.now) },
  };
  desk.store.putEntity(desk.realm, type, entity);
  const change: Change = { type, id: Id, operation: 'Void' };
  return { entity: presented(desk.store, desk.realm, type, entity), change };
};

type Given = Record<string, unknown> & { Id?: string; SyncToken?: string; sparse?: boolean };

const valid = (type: EntityType, body: unknown): Given => {
  const sparse = Boolean((body as Given | null)?.sparse);
  const schema = sent[type];
  if (!schema) throw new Fault('4000', 'Unsupported operation', `This sandbox changes no ${type}`);
  const parsed = (sparse ? schema.partial() : schema).safeParse(body);
  if (parsed.success) return parsed.data as Given;
  const [issue] = parsed.error.issues;
  const about = { element: issue?.path.join('.') ?? '' };
  if (issue?.code === 'unrecognized_keys')
    throw new Fault('2010', 'Request has invalid or unsupported property', issue.keys.join(', '), about);
  if (issue?.code === 'too_big') throw new Fault('2050', 'Invalid String Length', 'Too long', about);
  if (about.element.endsWith('Address'))
    throw new Fault('2210', 'Email Address does not conform to a valid format', 'Address', about);
  throw new Fault('2020', 'Required parameter is missing or invalid', issue?.message ?? '', about);
};

const identityOf = (body: unknown): { Id: string; SyncToken: string } => {
  const { Id, SyncToken } = (body ?? {}) as Given;
  if (!Id || SyncToken === undefined)
    throw new Fault('2020', 'Required parameter is missing or invalid', 'Id and SyncToken are required', {
      element: 'Id',
    });
  return { Id, SyncToken };
};

const currentOf = ({ store, realm }: Desk, type: EntityType, id: string, syncToken: string | undefined): Entity => {
  const entity = store.entity(realm, type, id);
  if (!entity) throw new Fault('610', 'Object Not Found', `Object Not Found : ${type} ${id} is not there or inactive`);
  if (syncToken !== entity.SyncToken)
    throw new Fault(
      '5010',
      'Stale Object Error',
      `Stale Object Error : You and ${realm} were working on this at the same time`,
    );
  return entity;
};

const assertOpen = ({ store, realm }: Desk, date: string): void => {
  const closed = store.company(realm)?.booksClosedTo;
  if (closed && date <= closed)
    throw new Fault(
      '6210',
      'Account Period Closed',
      `The account period has closed : books are closed up to ${closed}`,
    );
};

const invalidReference = (element: string, id: string): Fault =>
  new Fault('2500', 'Invalid Reference Id', `Invalid Reference Id : ${element} element id ${id} not found`, {
    element,
  });

const completed = (desk: Desk, type: EntityType, entity: Entity, current: Entity | undefined): void => {
  const { store, realm, now } = desk;
  const has = (element: string, kind: EntityType, ref: unknown): void => {
    if (ref === undefined) return;
    const id = (ref as Ref).value;
    if (kind === 'TaxCode') {
      if (!['TAX', 'NON'].includes(id)) throw new Fault('6100', 'Tax code must be TAX or NON', element, { element });
      return;
    }
    if (store.entity(realm, kind, id)?.Active === false || !store.entity(realm, kind, id))
      throw invalidReference(element, id);
  };
  assertName(desk, type, entity);
  if (type === 'Item') has('IncomeAccountRef', 'Account', entity.IncomeAccountRef);
  if (!isTransaction(type)) return;
  entity.TxnDate ??= timeOf(now).slice(0, 10);
  for (const checkedEntity of [current, entity]) if (checkedEntity) assertOpen(desk, String(checkedEntity.TxnDate));
  has('CustomerRef', 'Customer', entity.CustomerRef);
  has('PaymentMethodRef', 'PaymentMethod', entity.PaymentMethodRef);
  has('DepositToAccountRef', 'Account', entity.DepositToAccountRef);
  has('AccountRef', 'Account', entity.AccountRef);
  for (const line of itemLines(entity)) {
    const { ItemRef, TaxCodeRef, ClassRef } = line.SalesItemLineDetail;
    has('ItemRef', 'Item', ItemRef);
    has('TaxCodeRef', 'TaxCode', TaxCodeRef);
    has('ClassRef', 'Class', ClassRef);
  }
  if (type === 'Purchase') purchase(desk, entity, has);
  else if (type === 'Payment') payment(desk, entity);
  else sale(desk, type, entity);
};

const assertName = ({ store, realm }: Desk, type: EntityType, entity: Entity): void => {
  const property = namesOf[type];
  if (!property) return;
  const name = String(entity[property]);
  const people: EntityType[] = type === 'Customer' ? ['Customer', 'Vendor'] : [type];
  const taken = people.some((kind) =>
    store
      .entities(realm, kind)
      .some(
        (one) =>
          !(kind === type && one.Id === entity.Id) &&
          one.Active !== false &&
          String(one[property]).toLowerCase() === name.toLowerCase(),
      ),
  );
  if (taken)
    throw new Fault('6240', 'Duplicate Name Exists Error', 'The name supplied already exists. : null', {
      element: property,
    });
  if (entity.Active === false && !name.endsWith(' (deleted)')) entity[property] = `${name} (deleted)`;
};

const sale = ({ store, realm }: Desk, type: EntityType, entity: Entity): void => {
  const lines = itemLines(entity);
  const total = lines.reduce((sum, { Amount }) => sum + centsOf(Amount), 0);
  if (total < 0)
    throw new Fault('6000', 'A business validation error has occurred', 'Transaction amount must be 0 or greater');
  entity.TotalAmt = toDollars(total);
  entity.DocNumber ??= String(1000 + Number(entity.Id));
  const twice = store
    .entities(realm, type)
    .some(({ Id, DocNumber }) => Id !== entity.Id && DocNumber === entity.DocNumber);
  if (twice)
    throw new Fault(
      '6140',
      'Duplicate Document Number Error',
      `Duplicate Document Number Error : You must specify a different number. This number has already been used. DocNumber=${entity.DocNumber}`,
    );
  entity.Line = [...lines, { Amount: toDollars(total), DetailType: 'SubTotalLineDetail', SubTotalLineDetail: {} }];
};

const payment = ({ store, realm }: Desk, entity: Entity): void => {
  const customer = (entity.CustomerRef as Ref).value;
  for (const { Amount, LinkedTxn } of (entity.Line ?? []) as LinkLine[])
    for (const { TxnId, TxnType } of LinkedTxn) {
      const invoice = TxnType === 'Invoice' ? store.entity(realm, 'Invoice', TxnId) : undefined;
      const open = invoice ? centsOf(invoice.TotalAmt) - paidOf(store, realm, TxnId, entity.Id) : 0;
      if (!invoice || (invoice.CustomerRef as Ref).value !== customer || centsOf(Amount) > open)
        throw new Fault(
          '620',
          'Transaction cannot be linked',
          `Transaction ${TxnId} has nothing open, or is another customer's`,
        );
    }
  if (appliedOf(entity) > centsOf(entity.TotalAmt))
    throw new Fault('6000', 'A business validation error has occurred', 'More is applied than was received');
};

const purchase = (
  { store, realm }: Desk,
  entity: Entity,
  has: (element: string, kind: EntityType, ref: unknown) => void,
): void => {
  const lines = entity.Line as AccountLine[];
  for (const { AccountBasedExpenseLineDetail: detail } of lines) {
    has('AccountRef', 'Account', detail.AccountRef);
    has('ClassRef', 'Class', detail.ClassRef);
    const AccountType = store.entity(realm, 'Account', detail.AccountRef.value)?.AccountType;
    if (AccountType === 'Accounts Receivable' && (entity.EntityRef as Ref | undefined)?.type !== 'Customer')
      throw new Fault(
        '6000',
        'A business validation error has occurred',
        'When you use Accounts Receivable, you must choose a customer in the Name field',
      );
  }
  const AccountType = store.entity(realm, 'Account', (entity.AccountRef as Ref).value)?.AccountType;
  if (AccountType !== 'Bank')
    throw new Fault(
      '6000',
      'A business validation error has occurred',
      'You must select a bank account for this transaction',
    );
  entity.TotalAmt = toDollars(lines.reduce((sum, { Amount }) => sum + centsOf(Amount), 0));
};
