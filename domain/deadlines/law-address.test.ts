import { describe, expect, it } from 'vitest';
import { addressOfLaw } from './law-address.ts';

describe('addressOfLaw', () => {
  it.each([
    ['Florida Statutes 497.005(43) and 497.607', 'https://www.flsenate.gov/Laws/Statutes/2024/497.005'],
    [
      'Texas Health and Safety Code 716.051 and 716.052',
      'https://statutes.capitol.texas.gov/Docs/HS/htm/HS.716.htm#716.051',
    ],
    [
      'California Health and Safety Code 7110 and 7111',
      'https://leginfo.legislature.ca.gov/faces/codes_displaySection.xhtml?lawCode=HSC&sectionNum=7110.',
    ],
    ['Wis. Stat. 979.10', 'https://docs.legis.wisconsin.gov/statutes/statutes/979/10'],
    ['16 CFR 453.5', 'https://www.ecfr.gov/current/title-16/section-453.5'],
    ['Public Health Law 4140', 'https://www.nysenate.gov/legislation/laws/PBH/4140'],
    ['Indiana, not yet read in the statute', undefined],
  ])('finds the public page of "%s"', (text, address) => {
    expect(addressOfLaw(text)).toBe(address);
  });
});
