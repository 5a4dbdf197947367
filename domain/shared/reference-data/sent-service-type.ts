import * as z from 'zod';
import { serviceTypes } from './service-types.ts';

/** A kind of service as a client may send it; nothing leaves it as it is. */
export const sentServiceType = z
  .enum(
    serviceTypes.map(({ value }) => value),
    'Please select a valid service type',
  )
  .nullish();
