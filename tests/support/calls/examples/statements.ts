import { caseId, draft, feesOfCase, statement } from '#tests/support/records/example-records.ts';
import { casket, exampleAcceptance, tomorrow } from '#tests/support/records/price-lists.ts';
import { about, type Example, homeId } from './example.ts';

export const statementsExamples = {
  'statements.list': about(caseId),
  'statements.finalize': about(feesOfCase, { complete_total: '375.00' }),
  'statements.get': async (world) => ({ params: await statement(world) }),
  'statements.accept': async (world) => ({ params: await statement(world), body: exampleAcceptance }),
  'price-lists.list': about(homeId),
  'price-lists.inForce': about(homeId),
  'price-lists.create': about(homeId, { kind: 'casket' }),
  'price-lists.get': async (world) => ({ params: await draft(world) }),
  'price-lists.update': async (world) => ({
    params: await draft(world),
    body: { items: [casket({ price: '3400.00' })], containers: 'fiberboard boxes' },
  }),
  'price-lists.delete': async (world) => ({ params: await draft(world) }),
  'price-lists.putInForce': async (world) => ({ params: await draft(world), body: { effective_from: tomorrow() } }),
} satisfies Record<string, Example>;
