import { setTimeout as wait } from 'node:timers/promises';
import { routePath } from '#domain/shared/contract/endpoint.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { sharedKeys } from '#functions/platform/store/shared-keys.ts';
import type { Table } from '#functions/platform/store/table.ts';
import {
  AlreadyProcessedError,
  differentRequest,
  firstAnswer,
  type StoredResponse,
} from '#functions/platform/store/transactions/idempotency.ts';
import type { Call, CallMiddleware } from '../call.ts';
import { identityOf } from '../request-identity.ts';
import { replayedResponse } from './answer.ts';

const twinWaitsMs = [0, 100, 200, 400, 800];

/**
 * One Idempotency-Key, one effect and one answer. The first answer is looked up before the handler runs; a handler that
 * finds at its commit that another was faster, or that was refused because its own twin used something up, gets the
 * twin's answer.
 */
export const idempotency = ({ table }: { table: () => Table }): CallMiddleware => {
  const find = async ({ actor, identity, now }: Call): Promise<StoredResponse | undefined> => {
    if (!identity) return undefined;
    const key = actor
      ? keysOf(actor.organizationId).idempotency(identity.key)
      : sharedKeys.publicIdempotency(identity.key);
    return firstAnswer(table(), key, identity, now);
  };

  const foundAfter = async (error: unknown, call: Call): Promise<StoredResponse | undefined> => {
    if (error instanceof AlreadyProcessedError) return error.first;
    if (!call.identity || !(error instanceof AppError)) return undefined;
    for (const milliseconds of error.details.perhapsTwin ? twinWaitsMs : [0]) {
      if (milliseconds) await wait(milliseconds);
      const found = await find(call);
      if (found) return found;
    }
    return undefined;
  };

  const sameRequest = ({ requestHash }: StoredResponse, { identity }: Call): void => {
    if (requestHash !== identity?.requestHash) throw differentRequest();
  };

  return {
    async before({ event, context: { call } }) {
      call.identity = identityOf(call, event.headers['idempotency-key'], routePath(event.rawPath));
      call.replayed = await find(call);
      if (call.replayed) sameRequest(call.replayed, call);
    },
    async onError(request) {
      const { call } = request.context as { call?: Call };
      if (!call?.identity) return;
      try {
        const first = await foundAfter(request.error, call);
        if (!first) return;
        sameRequest(first, call);
        request.response = replayedResponse(call, first.answer);
        // What follows in the chain sees a call that was answered.
        request.error = undefined;
      } catch (error) {
        request.error = error as Error;
      }
    },
  };
};
