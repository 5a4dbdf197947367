import type { Context } from 'aws-lambda';
import { withDeadline } from '#functions/platform/store/retries.ts';

/** To send a response, in milliseconds. */
const answerMs = 500;

/** Runs work so that it fails with our own error before the function's time limit, not with the gateway's. */
export const withLambdaDeadline = <T>(context: Pick<Context, 'getRemainingTimeInMillis'>, work: () => T): T =>
  withDeadline(Date.now() + context.getRemainingTimeInMillis() - answerMs, work);
