import { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import { changedCustomer, withWholeNames } from '#domain/customers/customer.schema.ts';
import { invalid } from '#domain/shared/contract/errors.ts';
import { customers } from '#functions/customers/repository/customer-database.ts';
import { changedRecord, fieldsOf } from '#functions/customers/repository/customer-record.ts';
import type { StoredCustomer } from '#functions/customers/repository/customers.ts';
import { organizations } from '#functions/organizations/repository/organizations.ts';
import { conflictError } from '#functions/platform/api/conflict.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { changesBetween } from '#functions/platform/store/audit/audit.ts';
import { assertStateOffered } from './assert-state-offered.ts';
import { presentCustomer } from './present-customer.ts';

export const updateCustomer = handler(
  customerEndpoints.update,
  { customers, organizations },
  ({ params, body }, { db, work, actor, now }) => {
    const change = async (customer: StoredCustomer) => {
      const { record } = customer;
      if (body.version !== undefined && body.version !== record.version)
        throw conflictError(customerEndpoints.update, { current: presentCustomer(customer, now) });
      const before = fieldsOf(record);
      const { fields, faults } = changedCustomer(before, body, body.is_whole_name ? withWholeNames : undefined);
      if (Object.keys(faults).length) throw invalid(faults);
      // What stands there may stay: another home may have entered it.
      if (fields.state !== before.state) await assertStateOffered(db.organizations, actor, fields.state);
      const changes = changesBetween({ ...before }, { ...fields });
      if (changes.length === 0) return presentCustomer(customer, now);
      const next = changedRecord(record, fields, now);
      return work
        .add(db.customers.changes([{ before: record, next }]))
        .audit('customer.updated', record.id, changes)
        .announce('customer.updated', record.id, { customer_id: record.id })
        .finish(presentCustomer({ ...customer, record: next }, now));
    };
    return work.attempt(() => db.customers.require(params.id), change);
  },
);
