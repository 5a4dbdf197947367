import type { Context } from 'aws-lambda';
import { withDeadline } from '#functions/platform/store/dynamodb-retries.ts';

/** What an answer takes once it is known. */
const answerMs = 500;

/** Runs work so that it is answered before the function's time is up: by us, who say what failed, and not by whoever calls it. */
export const withLambdaDeadline = <T>(context: Pick<Context, 'getRemainingTimeInMillis'>, work: () => T): T =>
  withDeadline(Date.now() + context.getRemainingTimeInMillis() - answerMs, work);
