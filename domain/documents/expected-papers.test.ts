import { describe, expect, it } from 'vitest';
import { expectedPapers } from './expected-papers.ts';

describe('expectedPapers', () => {
  it.each([
    ['a cremation', { service_type: 'direct_cremation' }, ['authorization', 'contract', 'permit', 'death_certificate']],
    ['a burial', { service_type: 'graveside' }, ['contract', 'permit', 'death_certificate']],
    [
      'a memorial after a cremation',
      { service_type: 'memorial', disposition_method: 'cremation' },
      ['authorization', 'contract', 'permit', 'death_certificate'],
    ],
    [
      'a burial typed in an older record',
      { service_type: 'green_burial' },
      ['contract', 'permit', 'death_certificate'],
    ],
    [
      'a cremation of a veteran',
      { service_type: 'cremation', is_veteran: true },
      ['authorization', 'contract', 'permit', 'death_certificate', 'military'],
    ],
    ['an undecided service', {}, ['contract', 'death_certificate']],
    ['a veteran', { is_veteran: true }, ['contract', 'death_certificate', 'military']],
  ])('returns the papers of %s', (_, values, papers) => {
    expect(expectedPapers(values)).toEqual(papers);
  });
});
