import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { grantsOf, organizationGrantsOf } from '#tests/infra/implied-grants.ts';
import { handlersOf } from '#tests/support/calls/apis.ts';
import { entryFile } from './function-definition.ts';
import { type FunctionName, functions, type Grant } from './functions.ts';
import { routes } from './routes.ts';

const serving = (Object.keys(functions) as FunctionName[]).filter((name) => 'endpoints' in functions[name]);

const areasOfFolders: Readonly<Record<string, string>> = {
  'calendar/case-events': 'case-events',
  'calendar/day': 'day',
  'calendar/feeds': 'calendar-feeds',
  'calendar/file': 'calendar-file',
  'care/papers': 'paper',
  'documents/printing': 'paper',
  exports: 'archives',
  families: 'family-pages',
  'google-calendar': 'calendar-integration',
  'google-calendar/webhooks': 'google-webhooks',
  'intake/submissions': 'submissions',
  'organizations/homes': 'funeral-homes',
  'organizations/onboarding': 'onboarding',
  'payments/receivables': 'money-to-come',
  quickbooks: 'accounting',
  'quickbooks/webhooks': 'accounting-webhooks',
  reports: 'insight',
  'signatures/envelopes': 'signature-envelopes',
  'signatures/templates': 'signature-templates',
  'signatures/connection': 'signing-connection',
  'signatures/service': 'signing-service',
  'signatures/webhooks': 'signing-webhooks',
  'statements/price-lists': 'price-lists',
  'system-status': 'health',
  'team/account': 'account',
  'team/invitations': 'invitations',
  'team/profiles': 'user-profiles',
};

describe.each(serving)('S-34 the function %s', (name) => {
  it('receives exactly the grants that its handlers need', () => {
    const granted: readonly Grant[] = functions[name].grants;
    expect([...granted].sort()).toEqual(grantsOf(handlersOf(name)).sort());
  });

  it('receives the organization grants that its disclosing handlers imply', () => {
    const row = functions[name];
    const granted: readonly Grant[] = 'inOrganization' in row ? row.inOrganization : [];
    expect([...granted].sort()).toEqual(organizationGrantsOf(handlersOf(name)).sort());
  });

  it('contains the routes of the areas in the privilege table', () => {
    const row = functions[name];
    const entry = readFileSync(entryFile(name), 'utf8');
    const folders = [...entry.matchAll(/#functions\/([\w/-]+)\/(?:scoped-)?routes\.ts/g)].map(([, folder]) => folder);
    const built = folders.map((folder = '') => areasOfFolders[folder] ?? folder);
    expect([...new Set(built)].sort()).toEqual('endpoints' in row ? [...row.endpoints].sort() : []);
  });
});

describe('areas', () => {
  it('assigns each area to one function, disclosing endpoints to another', () => {
    const functionsOf = new Map<string, Set<string>>();
    for (const { endpoint, functionName } of routes()) {
      const [name = ''] = endpoint.split('.');
      const area = 'inOrganization' in functions[functionName] ? `${name}, disclosing` : name;
      functionsOf.set(area, (functionsOf.get(area) ?? new Set()).add(functionName));
    }
    expect([...functionsOf].filter(([, names]) => names.size !== 1)).toEqual([]);
  });
});
