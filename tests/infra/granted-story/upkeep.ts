import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { auditWrite } from '#functions/platform/store/audit/audit-log.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { outboxWrite, pendingEvent } from '#functions/platform/store/transactions/outbox.ts';
import { auditTrace, type GrantedProduct, nothingFailed } from '../granted-product.ts';

export const wordOfSes = async (product: GrantedProduct) => {
  const { message } = product;
  const [{ EmailTags } = { EmailTags: [] }] = product.state.mails;
  const tags = Object.fromEntries(EmailTags.map(({ Name, Value }) => [Name, [Value]]));
  const sent = message({ source: 'aws.ses', 'detail-type': 'Email Sent', detail: { mail: { tags } } });
  expect(await product.run('notify', { Records: [sent] })).toEqual(nothingFailed);
};

export const sweeper = async (product: GrantedProduct) => {
  const { harness, tenant, run } = product;
  const [now, id, keys] = [new Date(Date.now() - 3_600_000), randomUUID(), keysOf(tenant.id)];
  const trace = { ...auditTrace, now };
  await harness.table.transact([
    outboxWrite(keys, tenant.id, trace, [pendingEvent('submission.deleted', id, { submission_id: id })]),
    auditWrite(keys, trace, 'submission.deleted', id),
  ]);
  expect(await run('sweeper', {})).toMatchObject({ published: 1 });
};

export const auditors = async (product: GrantedProduct) => {
  const { harness, tenant, run } = product;
  const entry = auditWrite(keysOf(tenant.id), auditTrace, 'submission.deleted', randomUUID());
  // Entries older than an hour are settled.
  const recorded = new Date(Date.now() - 3_600_000).toISOString();
  if ('put' in entry) entry.put.gsi1sk = `${recorded}#${entry.put.id}`;
  await harness.table.transact([entry]);
  // On a slow machine, the story's first entries have settled too.
  const first = (await run('audit-seal', {})) as { sealed: number };
  expect(first.sealed).toBeGreaterThan(0);
  expect(await run('audit-seal', {})).toMatchObject({ behind: 0 });
  for (let hour = 0; hour < 2; hour++)
    expect(await run('audit-verify', {})).toMatchObject({ findings: 0, unfinished: 0 });
};
