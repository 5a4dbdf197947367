import { expect } from 'vitest';
import { addDays, todayIn } from '#domain/shared/values/calendar-date.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { wholeCase } from '#tests/support/records/cases.ts';
import { exampleCopies, examplePermit } from '#tests/support/records/permits.ts';
import type { GrantedProduct } from '../granted-product.ts';

const deadlines = async (product: GrantedProduct, id: string) => {
  const { call, run, state, tenant, streamReaders, projector, queueWorkers } = product;
  await projector();
  await projector();
  await call('deadlines.list', { query: { location: tenant.home.id, search: 'pruitt' } });
  await call('deadlines.list', { query: { kind: 'permit_expiry' } });
  await call('deadlines.ofCase', { params: { id } });
  expect(await run('remind', {})).toMatchObject({ failed: 0 });
  await streamReaders();
  await queueWorkers();
  // Other cases of the story have deadlines too.
  expect(state.mails.some(({ Content }) => Content.Simple.Body.Text.Data.includes(`/cases/${id}`))).toBe(true);
  const params = { id, kind: 'permit_expiry' };
  await call('deadlines.override', { params, body: { settled: 'not_needed', reason: 'Another one was issued' } });
  await call('deadlines.reset', { params });
  await call('deadlines.run', { params: { id }, body: { running: true } });
};

const familyPage = async (product: GrantedProduct, id: string) => {
  const { call, state, streamReaders, projector, queueWorkers } = product;
  const params = { id };
  await call('cases.update', { params, body: { customer_email: 'karin@example.com' } });
  await call('family-pages.get', { params });
  await call('family-pages.update', { params, body: { needs: ['photograph'] } });
  await call('family-pages.open', { params, body: { by: 'mail' } });
  await streamReaders();
  await queueWorkers();
  const mail = state.mails.at(-1)?.Content.Simple.Body.Text.Data ?? '';
  const [, a = '', b = ''] = /Your reference: (\S+)\nYour code: (\S+)/.exec(mail) ?? [];
  await call('intake.checkStatus', { params: { a, b } });
  const { page, code } = await call('family-pages.open', { params, body: { by: 'paper' } });
  await call('family-pages.sendReview', { params });
  await projector();
  const answer = { revision: 1, name: 'Karin Lindqvist', corrections: [], agreed: true };
  await call('intake.confirmFacts', { params: { a: page.reference, b: code }, body: answer });
  await call('intake.checkStatus', { params: { a: page.reference, b: code } });
  await call('family-pages.review', { params });
  await streamReaders();
  await queueWorkers();
  await call('family-pages.close', { params });
};

export const permits = async (product: GrantedProduct) => {
  const { call, harness, tenant } = product;
  const { id } = await call('cases.create', { body: wholeCase });
  // Reminders are not sent at night, so the home's time zone is one where it is noon.
  const ahead = 12 - new Date().getUTCHours();
  const time_zone = `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
  await harness.table.transact([{ update: keysOf(tenant.id).home(tenant.home.id), set: { time_zone } }]);
  const expiry_date = addDays(todayIn(time_zone, new Date()), 1);
  const { id: permitId } = await call('permits.add', { params: { id }, body: examplePermit({ expiry_date }) });
  await deadlines(product, id);
  const params = { id, permitId };
  await call('permits.update', { params, body: { notes: 'Two copies' } });
  await call('permits.replace', { params, body: examplePermit({ permit_number: 'BTP-9' }) });
  await call('permits.list', { params: { id } });
  await call('permits.delete', { params });
  const { id: entryId } = await call('certificates.recordCopies', { params: { id }, body: exampleCopies() });
  await call('certificates.copies', { params: { id } });
  await call('certificates.deleteCopies', { params: { id, entryId } });
  await familyPage(product, id);
};
