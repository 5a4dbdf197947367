import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decisionIndex, permissionsPage, readmeWithTables } from '../../scripts/checks/readme-tables.ts';

describe('README', () => {
  it('S-03 shows the permissions and privileges as the code has them (node scripts/checks/readme-tables.ts writes them)', () => {
    const { now, wanted } = readmeWithTables();
    expect(now).toBe(wanted);
    expect(wanted).toContain('](docs/permissions.md)');
    const permissions = permissionsPage();
    expect(permissions.now).toBe(permissions.wanted);
    expect(permissions.wanted).toContain('| POST /api/services/cases/{id}/retrieve_ssn/ | yes | yes | yes | no | no |');
  });

  it('has an index of the decisions beside it, which says what is superseded (the same script writes it)', () => {
    const { now, wanted } = decisionIndex();
    expect(now).toBe(wanted);
    const rowOf = (number: string) => wanted.split('\n').find((line) => line.startsWith(`| [${number}](`));
    expect(rowOf('0003')).toMatch(/ \| superseded by 0019 and 0020 \|$/);
    expect(rowOf('0011')).toMatch(/ \| in part superseded \|$/);
    expect(rowOf('0023')).toBe(
      '| [0023](0023-the-public-site-is-react-itself.md) | The public site is React itself, over one store of its own |  |',
    );
    expect(rowOf('0030')).toContain('| Tests are sorted by what they need, ');
  });

  it('and the documents beside it name no file of docs/ that is not there', () => {
    const root = new URL('../../', import.meta.url);
    const decisions = readdirSync(new URL('docs/decisions/', root));
    const documents = ['README.md', 'docs/permissions.md', ...decisions.map((name) => `docs/decisions/${name}`)];
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
