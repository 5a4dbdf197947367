import { AppError } from '#domain/shared/contract/errors.ts';
import { count } from '#functions/platform/adapters/metrics.ts';
import { auditWrite } from '#functions/platform/store/audit/audit.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import type { Call, CallMiddleware } from '../call.ts';
import { tableOf, traceOf } from '../context.ts';
import type { Dependencies } from '../dependencies.ts';

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * Puts on record that somebody was refused what a row reveals: who, from where, of which record (quality S-41). The
 * answer stays what it is; where nothing can be written the refusal stands in the log alone.
 */
export const denied = (provisions: Partial<Dependencies>): CallMiddleware => ({
  async onError({ error, context }) {
    const { call } = context as { call?: Call };
    const deed = call?.handler.row.auditActionOnDenied;
    const id = call?.pathParameters.id ?? '';
    if (!call?.actor || !deed || !uuid.test(id) || !(error instanceof AppError) || error.status !== 403) return;
    count('RevealsRefused');
    const entry = auditWrite(keysOf(call.actor.organizationId), traceOf(call), deed, id);
    await tableOf(call, provisions, call.actor.organizationId)
      .transact([entry])
      .catch(() => undefined);
  },
});
