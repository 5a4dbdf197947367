// zod compiles object schemas with `new Function` where it may; the pages' Content-Security-Policy forbids that and
// would report the attempt. Import this before anything that builds a schema.
import { config } from 'zod/v4/core';

config({ jitless: true });
