import { describe, expect, it } from 'vitest';
import { attachDifferences } from './attach-differences.ts';

const karin = { id: 'k', first_name: 'Karin', last_name: 'Lindqvist', phone: '9045550142', relationship: 'spouse' };
const ingrid = { first_name: 'Ingrid', last_name: 'Lindqvist', phone: '6125550119', relationship: 'sibling' };
const inCase = {
  deceased: { deceased_first_name: 'Harold', deceased_last_name: 'Lindqvist', date_of_birth: '1938-06-12' },
  informant: { next_of_kins: [karin] },
};

describe('attachDifferences', () => {
  it('names what differs and what the case does not have', () => {
    const deceased = { ...inCase.deceased, date_of_birth: '1938-06-21' };
    expect(
      attachDifferences({ deceased, demographics: { place_of_birth_city: 'Duluth' } }, inCase).map(
        ({ id, record, inCase: ours, outcome }) => [id, record, ours, outcome],
      ),
    ).toEqual([
      ['deceased.date_of_birth', 'Jun 21, 1938', 'Jun 12, 1938', 'kept'],
      ['demographics.place_of_birth_city', 'Duluth', '', 'left'],
    ]);
  });

  it('begins with the contacts that are added', () => {
    const informant = { informant_name: 'Ingrid', next_of_kins: [{ ...karin, id: 'other' }, ingrid] };
    expect(attachDifferences({ informant }, inCase)).toEqual([
      { id: 'kin.0', label: 'Next of kin', record: 'Ingrid Lindqvist · (612) 555-0119', inCase: '', outcome: 'added' },
    ]);
  });

  it('adds a namesake only with a relationship that one person cannot have', () => {
    const kinAs = (relationship: string) => ({ informant: { next_of_kins: [{ ...karin, relationship }] } });
    expect(attachDifferences(kinAs('daughter'), inCase)).toMatchObject([{ id: 'kin.0', outcome: 'added' }]);
    expect(attachDifferences(kinAs('executor'), inCase)).toEqual([]);
  });

  it('shows no Social Security Number', () => {
    const deceased = { ...inCase.deceased, social_security_number: 'XXX-XX-4320' };
    expect(attachDifferences({ deceased }, inCase)).toEqual([]);
  });
});
