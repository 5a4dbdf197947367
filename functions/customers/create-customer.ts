import { v7 as uuid } from 'uuid';
import type { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import { toCustomerFields } from '#domain/customers/customer.schema.ts';
import type { Handler } from '#functions/kernel/context.ts';
import { newCustomer } from '#functions/records/customer-record.ts';
import { changesBetween } from '#functions/store/audit.ts';
import { assertStateOffered } from './assert-state-offered.ts';
import { presentCustomer } from './present-customer.ts';

export const createCustomer: Handler<typeof customerEndpoints.create> = async ({ body }, { db, actor, now }) => {
  const fields = toCustomerFields(body);
  await assertStateOffered(db, actor, fields.state);
  const record = newCustomer(uuid({ msecs: now.getTime() }), fields, now);
  const customer = presentCustomer({ record, links: [], merges: [] }, now);
  return db.commit(
    [
      ...db.customers.create(record),
      db.audit.entry('CUSTOMER', record.id, 'customer.created', changesBetween({}, entered(fields))),
      db.outbox.event('customer.created', record.id, { customer_id: record.id }),
    ],
    customer,
  );
};

const entered = (fields: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value));
