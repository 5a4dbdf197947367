// zod compiles object schemas with `new Function` where it may; the pages' Content-Security-Policy forbids that and
// would report the attempt. Import this before anything that builds a schema. zod reads this object when it loads;
// importing zod for it would add zod to the first download.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

export {};
