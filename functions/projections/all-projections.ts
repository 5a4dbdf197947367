import type { Projection } from '#functions/store/lists/projection.ts';
import { caseOrderProjection } from './case-orders.ts';
import { caseProjection } from './cases.ts';
import { cremationProjection } from './cremations.ts';
import { customerProjection } from './customers.ts';
import { deadlineProjection } from './deadlines.ts';
import { envelopeProjection } from './envelopes.ts';
import { firstCallProjection } from './first-calls.ts';
import { moneyDueProjection } from './money-due.ts';
import { paymentProjection } from './payments.ts';
import { submissionProjection } from './submissions.ts';

/** Everything that is projected behind the table's stream. */
export const allProjections: readonly Projection[] = [
  submissionProjection,
  firstCallProjection,
  caseProjection,
  caseOrderProjection,
  moneyDueProjection,
  cremationProjection,
  customerProjection,
  paymentProjection,
  deadlineProjection,
  envelopeProjection,
];
