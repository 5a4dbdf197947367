/** Which way imports may point (docs: Layout). Tests may reach further than the code beside them. */
const tests = ['\\.test\\.tsx?$', '/testing/', '-under-test\\.tsx$'];

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Two modules that need each other are one module, or lack a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'everything-resolves',
      severity: 'error',
      from: {},
      // What the builds of the sites make themselves (scripts/zip-codes.ts) lies in no file.
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
    {
      name: 'domain-is-pure',
      comment: 'The browser, the functions and the tests run the same rules: the domain knows zod and itself.',
      severity: 'error',
      from: { path: '^domain/', pathNot: tests },
      to: { pathNot: ['^domain/', '^node_modules/zod/'] },
    },
    {
      name: 'functions-know-the-domain',
      severity: 'error',
      from: { path: '^functions/', pathNot: tests },
      to: { path: '^(web-staff|web-intake|infra|local|tests|scripts)/' },
    },
    {
      name: 'operators-alone-call-without-a-session',
      comment: 'What the operator does at a terminal has no caller to check: no function may reach it.',
      severity: 'error',
      from: { pathNot: ['^scripts/', ...tests] },
      to: { path: '^functions/kernel/operator-calls\\.ts$' },
    },
    {
      name: 'sites-know-the-domain',
      severity: 'error',
      from: { path: '^web-(staff|intake)/', pathNot: tests },
      // What both builds use is a script.
      to: { path: '^(functions|infra|local|tests|scripts)/', pathNot: '^scripts/zip-codes\\.ts$' },
    },
    {
      name: 'sites-are-apart',
      severity: 'error',
      from: { path: '^web-(staff|intake)/' },
      to: { path: '^web-(staff|intake)/', pathNot: '^web-$1/' },
    },
    {
      name: 'infra-knows-the-domain',
      comment: 'Function code is named by its path, never imported.',
      severity: 'error',
      from: { path: '^infra/', pathNot: tests },
      to: { path: '^(functions|web-staff|web-intake|local|tests)/' },
    },
    {
      name: 'nothing-ships-local',
      comment: 'No `if (local)` outside local/: what runs in AWS cannot reach it.',
      severity: 'error',
      from: { pathNot: ['^local/', '^tests/', '^scripts/', ...tests] },
      to: { path: '^local/' },
    },
    {
      name: 'nothing-ships-tests',
      severity: 'error',
      from: { pathNot: ['^tests/', ...tests, '^[^/]+$'] },
      to: { path: ['^tests/', ...tests] },
    },
    {
      name: 'features-are-apart',
      comment: 'What two features share is a part of an entity, or of ui/ where it knows no noun.',
      severity: 'error',
      from: { path: '^web-staff/src/features/([^/]+)/' },
      to: { path: '^web-staff/src/features/', pathNot: '^web-staff/src/features/$1/' },
    },
    {
      name: 'features-know-entities-not-the-app',
      comment: 'The staff site points one way: app, features, entities, then ui, session and api.',
      severity: 'error',
      from: { path: '^web-staff/src/features/', pathNot: tests },
      to: { path: '^web-staff/src/app/' },
    },
    {
      name: 'entities-know-no-feature',
      severity: 'error',
      from: { path: '^web-staff/src/entities/', pathNot: tests },
      to: { path: '^web-staff/src/(app|features)/' },
    },
    {
      name: 'keys-know-nothing',
      comment:
        'Any entity may invalidate what another one has cached, so keys import nothing and no cycle can come of it.',
      severity: 'error',
      from: { path: '^web-staff/src/entities/[^/]+/keys\\.ts$' },
      to: {},
    },
    {
      name: 'ui-knows-no-noun',
      severity: 'error',
      from: { path: '^web-staff/src/ui/', pathNot: tests },
      to: { path: '^web-staff/src/(?!ui/)' },
    },
    {
      name: 'session-and-api-know-no-screen',
      severity: 'error',
      from: { path: '^web-staff/src/(session|api)/', pathNot: tests },
      to: { path: '^web-staff/src/(?!session/|api/)' },
    },
    {
      name: 'areas-are-apart',
      comment: 'Areas of the API share rules through domain/ and records through functions/records/.',
      severity: 'error',
      from: {
        path: '^functions/(?!(?:kernel|store|records|projections|adapters|workers|lambdas)/)([^/]+)/',
        pathNot: tests,
      },
      to: {
        path: '^functions/(?!(?:kernel|store|records|projections|adapters)/)',
        // What several areas do is in `shared/` of the one that it belongs to.
        pathNot: ['^functions/$1/', '^functions/[^/]+/shared/', '^functions/signatures/[^/]+/shared/'],
      },
    },
    {
      name: 'store-knows-no-noun',
      comment:
        'The store knows keys, items and transactions, and what a partner’s failure means; adapters, records and projections know it, never the other way round.',
      severity: 'error',
      from: { path: '^functions/platform/store/', pathNot: tests },
      to: { path: '^functions/', pathNot: '^functions/platform/store/' },
    },
    {
      name: 'records-know-no-projection',
      comment:
        'What a list shows of a record, and how it is read, is the record’s; what follows from it, the projector alone knows. A projection reads records, never the other way round.',
      severity: 'error',
      from: { path: '^functions/(?!projections/|workers/|lambdas/)', pathNot: tests },
      to: { path: '^functions/projections/' },
    },
    {
      name: 'entries-are-ends',
      severity: 'error',
      from: { pathNot: ['^functions/lambdas/', '^tests/', ...tests] },
      to: { path: '^functions/lambdas/' },
    },
    {
      name: 'adapters-by-the-kernel-alone',
      comment: 'A handler asks its context for what is outside; entries and workers wire it.',
      severity: 'error',
      from: {
        path: '^(functions|local)/',
        pathNot: ['^functions/(adapters|workers|lambdas)/', '^functions/kernel/', '^local/', ...tests],
      },
      // What makes a file asks nobody outside.
      to: {
        path: '^functions/adapters/',
        pathNot: '^functions/adapters/(workbook|calendar-file|pdf/pdf-of)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'one-file-knows-the-document-client',
      severity: 'error',
      from: { pathNot: ['^functions/store/table\\.ts$', ...tests, '^tests/'] },
      to: { path: '^node_modules/@aws-sdk/lib-dynamodb/' },
    },
    {
      name: 'ships-no-development-package',
      comment: 'What runs in AWS or in a browser is in `dependencies`.',
      severity: 'error',
      from: { path: '^(domain|functions|web-staff/src|web-intake/src)/', pathNot: [...tests, '\\.d\\.ts$'] },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|cdk\\.out)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
