import { timingSafeEqual } from 'node:crypto';
import { notFound } from '#domain/contract/errors.ts';
import { intakeEndpoints } from '#domain/intake/intake.endpoints.ts';
import { handler } from '#functions/kernel/handler.ts';
import { reportStatuses } from '#functions/records/submissions.ts';
import { sha256 } from '#functions/store/idempotency.ts';

export const checkStatus = handler(intakeEndpoints.checkStatus, { reportStatuses }, async ({ params }, { db }) => {
  const report = await db.reportStatuses.find(params.a.toUpperCase());
  // Compared even when there is no report, so that the time taken does not tell references that exist.
  const given = Buffer.from(sha256(params.b));
  const matches = timingSafeEqual(given, Buffer.from(report?.token_hash ?? sha256('no report')));
  if (!report || !matches) throw notFound();
  return report;
});
