import { expect, it } from 'vitest';
import { certificateFields } from './certificate-facts.ts';

const linesOf = (...given: Parameters<typeof certificateFields>) => certificateFields(...given).map(({ id }) => id);
const birthplaces = ['father_birthplace', 'mother_birthplace'];

it('asks for parents’ birthplaces if the state of death, else the home’s state, does', () => {
  expect(linesOf({ deceased: { state_of_death: 'CA' } }, 'FL')).toEqual(expect.arrayContaining(birthplaces));
  expect(linesOf({}, 'CA')).toEqual(expect.arrayContaining(birthplaces));
  expect(linesOf({ deceased: { state_of_death: 'FL' } }, 'CA')).not.toContain('father_birthplace');
  expect(linesOf({ deceased: { country_of_death: 'Mexico' } }, 'CA')).not.toContain('father_birthplace');
});

it('asks for what the standard certificate asks for everywhere', () => {
  const asked = linesOf({ deceased: { state_of_death: 'FL' }, demographics: { ethnicity: 'hispanic_latino' } });
  expect(asked).toEqual(
    expect.arrayContaining([
      ...['home_address_county', 'inside_city_limits', 'place_of_death_kind', 'hispanic_origin'],
      ...['father_middle_name', 'mother_middle_name'],
    ]),
  );
});

it('omits marital status, education, work and service of a stillborn child', () => {
  const asked = linesOf({ deceased: { stillborn: true, state_of_death: 'FL' } });
  for (const name of ['marital_status', 'education_level', 'occupation', 'industry', 'is_veteran', 'spouse_last_name'])
    expect(asked).not.toContain(name);
  expect(asked).toContain('mother_maiden_name');
});
