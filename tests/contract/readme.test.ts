import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { architecturePage, decisionIndex, functionsPage, permissionsPage } from '../../scripts/checks/readme-tables.ts';

describe('generated pages', () => {
  it('S-03 match the permissions, privileges and statuses of the code (scripts/checks/readme-tables.ts)', () => {
    for (const { now, wanted } of [architecturePage(), functionsPage(), permissionsPage()]) expect(now).toBe(wanted);
  });

  it('has an index of the decisions beside it, which says what is superseded (the same script writes it)', () => {
    const { now, wanted } = decisionIndex();
    expect(now).toBe(wanted);
  });

  it('leads, with the documents beside it, to no file of docs/ that is not there', () => {
    const root = new URL('../../', import.meta.url);
    const decisions = readdirSync(new URL('docs/decisions/', root));
    const pages = readdirSync(new URL('docs/', root)).filter((name) => name.endsWith('.md'));
    const documents = [
      'README.md',
      ...pages.map((name) => `docs/${name}`),
      ...decisions.map((name) => `docs/decisions/${name}`),
    ];
    const missing = documents.flatMap((name) => {
      const at = new URL(name, root);
      const text = readFileSync(at, 'utf8');
      const linked = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(([, link = '']) => link);
      const gone = linked.filter((link) => !existsSync(new URL(link, at)));
      // Some are named by their number alone.
      const numbers = [...text.matchAll(/docs\/decisions\/(\d{4})/g)].map(([, number = '']) => number);
      const unknown = numbers.filter((number) => !decisions.some((file) => file.startsWith(`${number}-`)));
      return [...gone, ...unknown].map((what) => `${name}: ${what}`);
    });
    expect(missing).toEqual([]);
  });
});
