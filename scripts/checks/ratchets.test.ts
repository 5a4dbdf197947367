import { expect, it } from 'vitest';
import { missingCapabilities, missingNames, missingPaths, risenCounts } from './ratchets.ts';

it('reports a count that rises, and none that falls', () => {
  expect(risenCounts({ domain: { comments: 3 } }, { domain: { comments: 2 } })).toEqual([
    'domain has 3 comments to rewrite, 2 before',
  ]);
  expect(risenCounts({ domain: { comments: 1 } }, { domain: { comments: 2 }, tests: { titles: 1 } })).toEqual([]);
});

it('reports a capability that another layer does not have', () => {
  const folders: Record<string, string[]> = {
    domain: ['shared', 'payments'],
    functions: ['platform', 'money', 'payments'],
    'web-staff/src': ['ui', 'payments', 'home'],
  };
  expect(missingCapabilities((layer) => folders[layer] ?? [])).toEqual([
    'domain has no folder for the capability money: use one name in each layer',
    'web-staff/src has no folder for the capability money: use one name in each layer',
  ]);
});

it('reports a path in a page that does not exist', () => {
  const page = {
    path: 'README.md',
    text: '`domain/here.ts`, `functions/gone`, `infra/stages/prod.json`, `domain/<name>`',
  };
  expect(missingPaths(page, (path) => path === 'domain/here.ts')).toEqual([
    'README.md names functions/gone, which does not exist',
  ]);
});

it('reports a name in a page that no source has', () => {
  const page = { path: 'docs/glossary.md', text: '`unitOfWork`, `Gone`, `cases.hasMoved`, `payment.voided`, `plain`' };
  expect(
    missingNames(page, [{ path: 'domain/here.ts', text: 'const unitOfWork = 1; const hasMovedFar = 2;' }]),
  ).toEqual([
    'docs/glossary.md names Gone, which no source has',
    'docs/glossary.md names hasMoved, which no source has',
  ]);
});
