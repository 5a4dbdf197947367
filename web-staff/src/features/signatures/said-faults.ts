import { ApiError, fieldErrors } from '#domain/contract/client.ts';

/** What a call found wrong field by field, each sentence once; empty where it said something else. */
export const saidFaults = (error: unknown): string[] =>
  error instanceof ApiError && error.status === 400 ? [...new Set(Object.values(fieldErrors(error.body)).flat())] : [];
