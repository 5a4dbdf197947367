import { AppError } from '#domain/contract/errors.ts';
import type { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import { type CustomerChange, type CustomerFields, customerFieldNames } from '#domain/customers/customer.schema.ts';
import type { Handler } from '#functions/kernel/context.ts';
import { fieldsOf } from '#functions/records/customer-record.ts';
import type { StoredCustomer } from '#functions/records/customers.ts';
import { changesBetween } from '#functions/store/audit.ts';
import { onCurrent } from '#functions/store/on-current.ts';
import { assertStateOffered } from './assert-state-offered.ts';
import { presentCustomer } from './present-customer.ts';

/** The fields after the change: what is left out stays, what is blank is cleared. */
const changedFields = (before: CustomerFields, change: CustomerChange): CustomerFields => {
  const given = customerFieldNames.flatMap((name) => (change[name] === undefined ? [] : [[name, change[name] ?? '']]));
  const next = { ...before, ...Object.fromEntries(given) } as CustomerFields;
  return { ...next, phone: next.phone || null, email: next.email || null };
};

export const updateCustomer: Handler<typeof customerEndpoints.update> = ({ params, body }, { db, actor, now }) => {
  const change = async (customer: StoredCustomer) => {
    const { record } = customer;
    if (body.version !== undefined && body.version !== record.version)
      throw new AppError('conflict', { extra: { current: presentCustomer(customer, now) } });
    const before = fieldsOf(record);
    const fields = changedFields(before, body);
    // What stands there may stay: another home may have entered it.
    if (fields.state !== before.state) await assertStateOffered(db, actor, fields.state);
    const changes = changesBetween({ ...before }, { ...fields });
    if (changes.length === 0) return presentCustomer(customer, now);
    const next = {
      ...record,
      ...fields,
      version: record.version + 1,
      revision: record.revision + 1,
      updated_at: now.toISOString(),
    };
    return db.commit(
      [
        ...db.customers.changes([{ before: record, next }]),
        db.audit.entry('CUSTOMER', record.id, 'customer.updated', changes),
        db.outbox.event('customer.updated', record.id, { customer_id: record.id }),
      ],
      presentCustomer({ ...customer, record: next }, now),
    );
  };
  return onCurrent(() => db.customers.require(params.id), change);
};
