/** Which way imports may point (docs: Layout). Tests may reach further than the code beside them. */
const tests = ['\\.test\\.tsx?$', '/testing/', '-fixture\\.tsx$'];

/** Folders of the staff site that are no capability. */
const staffBase = 'api|app|gallery|session|ui';

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
      // Builds make these themselves (scripts/zip-codes.ts, scripts/api-types.ts).
      to: { couldNotResolve: true, pathNot: ['^virtual:', '/.cache/api/'] },
    },
    {
      name: 'domain-is-pure',
      comment: 'The browser, the functions and the tests run the same rules: the domain knows zod and itself.',
      severity: 'error',
      from: { path: '^domain/', pathNot: tests },
      to: { pathNot: ['^domain/', '^node_modules/zod/'] },
    },
    {
      name: 'shared-knows-no-capability',
      comment: 'The tables of all capabilities (endpoints, events, policies) are in domain/registry.',
      severity: 'error',
      from: { path: '^domain/shared/', pathNot: tests },
      to: { path: '^domain/', pathNot: '^domain/shared/', dependencyTypesNot: ['type-only'] },
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
      to: { path: '^functions/platform/api/operator-calls\\.ts$' },
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
      name: 'scripts-import-no-site',
      comment: 'A script builds a site by its path; what both need is in the domain.',
      severity: 'error',
      from: { path: '^scripts/' },
      to: { path: '^web-(staff|intake)/' },
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
      from: { pathNot: ['^tests/', ...tests] },
      to: { path: ['^tests/', ...tests] },
    },
    {
      name: 'screens-use-the-parts-of-others',
      comment:
        'A capability of the staff site uses the queries, mutations, keys and parts of another one, nothing else.',
      severity: 'error',
      from: { path: `^web-staff/src/(?!(?:${staffBase})/)([^/]+)/`, pathNot: tests },
      to: {
        path: `^web-staff/src/(?!(?:${staffBase})/)[^/]+/`,
        pathNot: ['^web-staff/src/$1/', '/(queries|mutations|keys)\\.tsx?$', '/parts/'],
      },
    },
    {
      name: 'capabilities-do-not-use-the-app',
      comment: 'The staff site imports in one direction: app, capabilities, then ui, session and api.',
      severity: 'error',
      from: { path: '^web-staff/src/(?!(?:app|gallery|testing|main)\\b)', pathNot: tests },
      to: { path: '^web-staff/src/(app|gallery)/' },
    },
    {
      name: 'keys-import-nothing',
      comment: 'Any capability may invalidate what another one has cached, so keys import nothing and cause no cycle.',
      severity: 'error',
      from: { path: '^web-staff/src/.*/keys\\.ts$' },
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
      to: { path: '^web-staff/src/(?!session/|api/)', pathNot: '/keys\\.ts$' },
    },
    {
      name: 'platform-knows-no-capability',
      severity: 'error',
      from: { path: '^functions/platform/', pathNot: tests },
      to: { path: '^(functions/(?!platform/)|domain/(?!(?:shared|registry)/))' },
    },
    {
      name: 'capabilities-use-repositories',
      comment: 'A capability uses the repository or `shared/` of another one, nothing else.',
      severity: 'error',
      from: { path: '^functions/(?!(?:platform|lambdas)/)([^/]+)/', pathNot: tests },
      to: {
        path: '^functions/(?!platform/)',
        pathNot: ['^functions/$1/', '/(shared|repository)[/.]'],
      },
    },
    {
      name: 'store-knows-no-service',
      comment: 'The store knows keys, items and transactions; adapters and repositories use it, never the reverse.',
      severity: 'error',
      from: { path: '^functions/platform/store/', pathNot: tests },
      to: { path: '^functions/', pathNot: '^functions/platform/store/' },
    },
    {
      name: 'only-projectors-use-projections',
      comment: 'A repository holds what a list shows of a record; a projection reads repositories, never the reverse.',
      severity: 'error',
      from: { path: '^functions/', pathNot: ['/projection', '^functions/lambdas/', ...tests] },
      to: { path: '^functions/[^/]+/projection[/.]' },
    },
    {
      name: 'entries-are-ends',
      severity: 'error',
      from: { pathNot: ['^functions/lambdas/', '^(local|scripts|tests)/', ...tests] },
      to: { path: '^functions/lambdas/' },
    },
    {
      name: 'adapters-by-the-kernel-alone',
      comment: 'A handler asks its context for what is outside; entries and workers wire it.',
      severity: 'error',
      from: {
        path: '^(functions|local)/',
        pathNot: ['^functions/(platform|lambdas)/', '/(worker|client|audit)/', '^local/', ...tests],
      },
      // What makes a file asks nobody outside.
      to: {
        path: '^functions/platform/adapters/',
        pathNot: '^functions/platform/adapters/workbook\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'one-file-knows-the-document-client',
      severity: 'error',
      from: { pathNot: ['^functions/platform/store/table\\.ts$', ...tests, '^tests/'] },
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
