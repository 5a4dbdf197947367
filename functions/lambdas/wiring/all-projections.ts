import { caseOrderProjection, caseProjection, cremationProjection } from '#functions/cases/projection/cases.ts';
import { customerProjection } from '#functions/customers/projection.ts';
import { deadlineProjection } from '#functions/deadlines/projection.ts';
import { firstCallProjection } from '#functions/first-calls/projection.ts';
import { submissionProjection } from '#functions/intake/projection.ts';
import { moneyDueProjection, paymentProjection } from '#functions/payments/projection/payments.ts';
import type { Projection } from '#functions/platform/store/lists/projection.ts';
import { envelopeProjection } from '#functions/signatures/projection.ts';
import { taskProjection } from '#functions/tasks/projection.ts';

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
  taskProjection,
  envelopeProjection,
];
