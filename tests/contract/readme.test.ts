import { describe, expect, it } from 'vitest';
import { readmeWithTables } from '../../scripts/readme-tables.ts';

describe('README', () => {
  it('S-03 shows the permissions and privileges as the code has them (node scripts/readme-tables.ts writes them)', () => {
    const { now, wanted } = readmeWithTables();
    expect(now).toBe(wanted);
    expect(wanted).toContain('| POST /api/services/cases/{id}/retrieve_ssn/ | yes | yes | yes | no | no |');
  });
});
