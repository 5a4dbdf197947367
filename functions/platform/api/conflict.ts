import type * as z from 'zod';
import type { Endpoint } from '#domain/shared/contract/endpoint.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import { stripToSchema } from './strip-to-schema.ts';

type Conflicting = Pick<Endpoint, 'conflict'> & { conflict: z.ZodObject };

/**
 * A 409 that tells what its row says it tells, such as `current`, the record as it stands. Like an answer it is stripped
 * to what is documented.
 */
export const conflictError = <Row extends Conflicting>(
  row: Row,
  told: z.input<Row['conflict']>,
  detail?: string,
): AppError => new AppError('conflict', { detail, extra: stripToSchema(row.conflict, told) });
