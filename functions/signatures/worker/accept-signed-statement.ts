import { signedAcceptance } from '#domain/statements/signed-acceptance.ts';
import { createCaseRepository } from '#functions/cases/repository/cases.ts';
import { createHomeRepository } from '#functions/organizations/repository/homes.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { retryOnConflict } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import { systemUnitOfWork } from '#functions/platform/store/transactions/system-work.ts';
import type { Delivery, WorkerRun } from '#functions/platform/workers/worker.ts';
import { createEnvelopeRepository } from '#functions/signatures/repository/envelopes.ts';
import { createStatementRepository } from '#functions/statements/repository/statements.ts';
import type { EnvelopeCareDependencies } from './envelope-care-dependencies.ts';

/**
 * A request is signed: the newest Statement is accepted once everybody whom it names has signed it, in this request or
 * another, and nobody accepted it by hand. It commits with
 * the case as it was read, so that no version that was superseded at the same moment is accepted.
 */
export const onStatementSigned =
  ({ table, keyWrapper, now }: EnvelopeCareDependencies) =>
  async ({ envelope: event }: Delivery<'envelope.signed'>, { trace }: WorkerRun): Promise<void> => {
    const { organization_id, payload } = event;
    const { case_id } = payload;
    const keys = keysOf(organization_id);
    const [cases, statements] = [createCaseRepository(table, keys), createStatementRepository(table, keys)];
    const read = () => Promise.all([cases.find(case_id), createEnvelopeRepository(table, keys).ofCase(case_id)]);
    await retryOnConflict(read, async ([caseRecord, envelopes]) => {
      const newest = (await statements.ofCase(case_id)).at(-1);
      const home = caseRecord && (await createHomeRepository(table, keys).plainHome(caseRecord.core.funeral_home_id));
      if (!home || !newest || newest.acceptance) return;
      const { id: statement_id, version, statement_number } = newest.record;
      const standing = envelopes.filter((one) => !one.void && !one.deleted);
      const signed = signedAcceptance(standing, newest.record, home.time_zone);
      if (!signed) return;
      const acceptance = { ...signed, version, recorded_at: now().toISOString(), recorded_by_name: 'DocuSeal' };
      await systemUnitOfWork({ table, keyWrapper }, organization_id, trace)
        .add(statements.accept(case_id, acceptance), cases.unchanged(caseRecord.core))
        .audit('statement.accepted', case_id, [
          { field: 'statements.statement_number', from: statement_number, to: statement_number },
          { field: 'statements.accepted_by', from: null, to: signed.accepted_by },
          { field: 'statements.given_on', from: null, to: signed.given_on },
          { field: 'statements.recorded_by', from: null, to: 'DocuSeal' },
        ])
        .announce('statement.accepted', case_id, { statement_id, case_id })
        .step();
    });
  };
