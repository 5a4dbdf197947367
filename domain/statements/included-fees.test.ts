import { describe, expect, it } from 'vitest';
import { feeSheetOf } from './fee-sheet.ts';
import { type IncludedFee, linesWith, saysIncluded } from './included-fees.ts';

const phrases = (text: string): string[] => text.split('|').map((phrase) => phrase.trim());

describe('what a text says is included', () => {
  it.each(
    phrases(`Basic services, transfer, embalming, viewing | Arterial Embalming and dressing | Viewing of the embalmed body
      | No casket, embalming, hearse | Casket not included, embalming, hearse | Embalming, casket and vault not included
      | Embalming - additional viewing day | Embalming extra limousine | Does not include a casket. Embalming, hearse
      | Does not include a casket but includes embalming | Transfer with no mileage and embalming
      | Embalming or refrigeration | Embalming if desired | Embalming and casket not included
      | Without a viewing and embalming | Without viewing, embalming or ceremony`),
  )('embalming, or it can be read so: %s', (text) => expect(saysIncluded(text, 'embalming_fee')).toBe(true));

  it.each(
    phrases(`Basic services, transfer, viewing | Embalming not included | Embalming is not included, hearse
      | embalming isn’t included | Viewing (embalming not included), hearse | Viewing; embalming: optional
      | Embalming fee extra | Embalming at additional cost | Embalming not required | without embalming
      | Without viewing or embalming | Hearse, no embalming, viewing | Does not include the embalming
      | Does not include: casket, vault, embalming | Not included in this package: cash advances, embalming
      | Excludes casket, embalming | Excluding any embalming | Refrigeration instead of embalming
      | Refrigeration (in lieu of embalming) | Unembalmed, un-embalmed remains | The body has not been embalmed`),
  )('no embalming: %s', (text) => expect(saysIncluded(text, 'embalming_fee')).toBe(false));

  const others: [fee: IncludedFee, included: string, other: string][] = [
    ['viewing_visitation_fee', 'Visitation on one day', 'Service without viewing'],
    ['funeral_ceremony_fee', 'Viewing and ceremony', 'Graveside ceremony'],
    ['transfer_remains_fee', 'Transfer within 30 miles', 'Transfer to the cemetery'],
    ['casket_fee', 'Cloth-covered casket', 'Placement in the casket, a casket that you provide'],
    ['death_certificate_fee_each', '6 certified copies', 'Permits and filing of the certificate'],
    ['clergy_fee', 'Honorarium', 'Sedan for clergy'],
  ];
  it.each(others)('%s: %s, and not %s', (fee, included, other) => {
    expect([saysIncluded(included, fee), saysIncluded(other, fee)]).toEqual([true, false]);
  });
});

it('embalming is charged by its fee, a package, section C, a typed line and other preparation, but not by a discount', () => {
  const sheet = feeSheetOf({
    servicesFees: {
      ...{ embalming_fee: '1', other_preparation_fee: '1', viewing_visitation_fee: '1', forwarding_remains_fee: '1' },
      fee_details: [
        { fee: 'other_preparation_fee', description: 'Embalming and dressing' },
        { fee: 'viewing_visitation_fee', description: 'For an embalmed body' },
        { fee: 'forwarding_remains_fee', includes: 'Transfer, embalming' },
      ],
      fee_lines: [
        { id: 'p', kind: 'package', name: 'All', description: 'Embalming', amount: '1' },
        { id: 's', kind: 'service', name: 'Embalming after autopsy', amount: '1' },
        { id: 'd', kind: 'discount', name: 'Embalming', amount: '1' },
      ],
    },
  });
  const keys = (fee: IncludedFee) => linesWith(fee, sheet).map(({ key }) => key);
  const expected = ['embalming_fee', 'other_preparation_fee', 'line.s', 'forwarding_remains_fee', 'line.p'];
  expect(keys('embalming_fee')).toEqual(expected);
  expect(keys('basic_services_fee')).toEqual(['forwarding_remains_fee']);
});
