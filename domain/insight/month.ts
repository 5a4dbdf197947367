import * as z from 'zod';

/** A month as YYYY-MM, from 1850 on. */
export const Month = z
  .string('Enter a month as YYYY-MM')
  .regex(/^(18[5-9]|19\d|[2-9]\d\d)\d-(0[1-9]|1[0-2])$/, 'Enter a month as YYYY-MM');
