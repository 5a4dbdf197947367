import { v7 as uuid } from 'uuid';
import { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import { toCustomerFields } from '#domain/customers/customer.schema.ts';
import { customers } from '#functions/customers/repository/customer-database.ts';
import { newCustomer } from '#functions/customers/repository/customer-record.ts';
import { organizations } from '#functions/organizations/repository/organizations.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { changesBetween } from '#functions/platform/store/audit/audit.ts';
import { assertStateOffered } from './assert-state-offered.ts';
import { presentCustomer } from './present-customer.ts';

const entered = (fields: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value));

export const createCustomer = handler(
  customerEndpoints.create,
  { customers, organizations },
  async ({ body }, { db, work, actor, now }) => {
    const fields = toCustomerFields(body);
    await assertStateOffered(db.organizations, actor, fields.state);
    const record = newCustomer(uuid({ msecs: now.getTime() }), fields, now);
    const customer = presentCustomer({ record, links: [], merges: [] }, now);
    return work
      .add(db.customers.create(record))
      .audit('customer.created', record.id, changesBetween({}, entered(fields)))
      .announce('customer.created', record.id, { customer_id: record.id })
      .finish(customer);
  },
);
