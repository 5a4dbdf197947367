import { describe, expect, it } from 'vitest';
import { feeSheetOf } from './fee-sheet.ts';
import { type IncludedFee, inclusionOf, linesWith } from './included-fees.ts';

const phrases = (text: string): string[] => text.split('|').map((phrase) => phrase.trim());

describe('inclusionOf', () => {
  it.each(
    phrases(`Basic services, transfer, embalming, viewing | Arterial Embalming and dressing | Viewing of the embalmed body
      | Embalming - additional viewing day | Embalming extra limousine | Does not include a casket. Embalming, hearse
      | Does not include a casket but includes embalming | Does not include a casket and includes embalming
      | Embalming or refrigeration | Embalming if desired | Embalming separately authorized
      | Does not include casket, includes basic services, transfer, embalming, viewing | Embalming is not charged extra
      | Embalming - additional charge for autopsied remains, viewing | Excludes casket and vault, includes embalming
      | We do not include a casket – embalming, viewing
      | Embalming not required, but included
      | Viewing; embalming: optional | Embalming fee extra
      | Servicios básicos, embalsamamiento, velorio, misa | Basic services, embaming | Enbalming and viewing
      | Viewing\nEmbalming\nNot included\nCasket`),
  )('includes embalming: %s', (text) => expect(inclusionOf(text, 'embalming_fee')).toBe('included'));

  it.each(
    phrases(`Basic services, transfer, viewing | Embalming not included | Embalming is not included, hearse
      | Viewing (embalming not included), hearse | Embalming not required | without embalming | Embalming declined
      | Hearse, no embalming, viewing | Does not include the embalming | Not including embalming or viewing
      | Excluding any embalming | Price excludes embalming. | Embalming excluded; hearse | Embalming not provided
      | Basic services, crematory fee. No viewing or embalming. | Without viewing or embalming | Un-embalmed body
      | Does not include a casket or embalming | Without ceremony, viewing or embalming | No viewing, ceremony, or embalming
      | Refrigeration instead of embalming | Refrigeration in lieu of embalming | All services except embalming
      | Sin embalsamamiento | Cremación, no incluye embalsamamiento | Emblem of the lodge
      | No casket, no embalming | Unembalmed remains | No embalming\nHearse`),
  )('includes no embalming: %s', (text) => expect(inclusionOf(text, 'embalming_fee')).toBe('absent'));

  it.each(
    phrases(`With or without embalming | No viewing without embalming | No embalming charge | Embalming not required by law
      | No embalming of autopsied remains | Without a viewing and embalming | No charge for transfer or embalming
      | Transfer with no mileage and embalming | Refrigeration instead of embalming for three days
      | Embalming and casket not included | Embalming not included: casket | Without viewing, embalming or ceremony
      | No casket, embalming, hearse | Casket not included, embalming, hearse | Embalming, casket and vault not included
      | Not including merchandise, embalming included | Does not include: casket, vault, embalming
      | Excludes casket, embalming | Without viewing, embalming, ceremony`),
  )('leaves open whether embalming is included: %s', (text) =>
    expect(inclusionOf(text, 'embalming_fee')).toBe('unclear'),
  );

  const others: [fee: IncludedFee, included: string, other: string][] = [
    ['viewing_visitation_fee', 'Visitation on one day', 'Service without viewing'],
    ['basic_services_fee', 'Director & staff', 'Staff for viewing'],
    ['funeral_ceremony_fee', 'Viewing and ceremony', 'Graveside ceremony'],
    ['funeral_ceremony_fee', 'Funeral Mass', 'Funeral service director'],
    ['transfer_remains_fee', 'Transfer within 30 miles', 'Transfer to the cemetery'],
    ['transfer_remains_fee', 'First call', 'Removal permit'],
    ['hearse_fee', 'Coach', 'Motor coach'],
    ['acknowledgement_cards_fee', 'Thank you notes', 'Notes'],
    ['memory_folders_fee', '100 service programs', 'Programs of music'],
    ['register_book_fee', 'Guest register', 'Register of deaths'],
    ['cemetery_cash_advance_fee', 'Opening & closing', 'Opening prayer'],
    ['cemetery_cash_advance_fee', 'Open and close', 'Closing prayer'],
    ['cemetery_cash_advance_fee', 'Opening/closing', 'Closing of the casket'],
    ['casket_fee', 'Cloth-covered casket', 'Placement in the casket'],
    ['outer_burial_container_fee', 'Concrete liner', 'Casket liner'],
    ['outer_burial_container_fee', 'Grave box', 'Memory box'],
    ['cremation_container', 'Rigid container', 'Burial container'],
    ['death_certificate_fee_each', '6 certified copies', 'Permits and filing of the certificate'],
    ['clergy_fee', 'Honorarium', 'Sedan for clergy'],
  ];
  it.each(others)('%s: %s, and not %s', (fee, included, other) => {
    expect([inclusionOf(included, fee), inclusionOf(other, fee)]).toEqual(['included', 'absent']);
  });
});

it('finds embalming in every line except discounts and received remains', () => {
  const sheet = feeSheetOf({
    servicesFees: {
      ...{ embalming_fee: '1', viewing_visitation_fee: '1', funeral_ceremony_fee: '1', hearse_fee: '1' },
      ...{ forwarding_remains_fee: '1', receiving_remains_fee: '1', receiving_remains_from: 'Gulf Embalming' },
      fee_details: [
        { fee: 'viewing_visitation_fee', description: 'Evening viewing, with embalming' },
        { fee: 'funeral_ceremony_fee', includes: 'Viewing, embalming, hearse' },
        { fee: 'forwarding_remains_fee', includes: 'Transfer, embalming' },
        { fee: 'receiving_remains_fee', description: 'Remains embalmed by the shipping firm' },
      ],
      fee_lines: [
        { id: 'p', kind: 'package', name: 'All', description: 'Embalming', amount: '1' },
        { id: 'f', kind: 'package', name: 'Flowers', includes: 'Casket spray', amount: '1' },
        { id: 'u', kind: 'package', name: 'Unlisted', amount: '1' },
        { id: 's', kind: 'service', name: 'Embalming after autopsy', amount: '1' },
        { id: 'd', kind: 'discount', name: 'Embalming', amount: '1' },
      ],
    },
  });
  const keys = (fee: IncludedFee) => linesWith(fee, sheet).map(({ key }) => key);
  const services = ['embalming_fee', 'viewing_visitation_fee', 'funeral_ceremony_fee', 'line.s'];
  expect(keys('embalming_fee')).toEqual([...services, 'forwarding_remains_fee', 'line.p']);
  expect(keys('basic_services_fee')).toEqual(['forwarding_remains_fee', 'receiving_remains_fee', 'line.u']);
});
