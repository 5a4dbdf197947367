/** Fees of sections A to D by field name (D3 §3 and §9). */
export const documentedFees = {
  services: [
    'basic_services_fee',
    'embalming_fee',
    'other_preparation_fee',
    'viewing_visitation_fee',
    'funeral_ceremony_fee',
    'memorial_service_fee',
    'graveside_service_fee',
    'church_service_fee',
    'transfer_remains_fee',
    'hearse_fee',
    'limousine_fee',
    'sedan_fee',
    'utility_vehicle_fee',
  ],
  merchandise: [
    'casket_fee',
    'outer_burial_container_fee',
    'acknowledgement_cards_fee',
    'register_book_fee',
    'memory_folders_fee',
    'cremation_urn_fee',
    'clothing_fee',
  ],
  special: ['forwarding_remains_fee', 'receiving_remains_fee', 'immediate_burial_fee', 'direct_cremation_fee'],
  /** The first is the price of one copy; its line counts the copies. */
  advances: [
    'death_certificate_fee_each',
    'clergy_fee',
    'musician_fee',
    'newspaper_notices_fee',
    'cemetery_cash_advance_fee',
  ],
  burial: [
    'space_fee',
    'mausoleum_fee',
    'vault_fee',
    'vault_upgrade_fee',
    'open_closing_fee',
    'saturday_fee',
    'additional_fees',
  ],
} as const;

export const maxOfOneKind = 999;

/** Fees that can have details, in the Statement's order. */
export const detailedFees: readonly string[] = [
  ...documentedFees.services,
  ...documentedFees.merchandise,
  ...documentedFees.special,
  ...documentedFees.advances,
];

/** Kinds of custom lines; a package includes several things. */
export const freeLineKinds = ['service', 'merchandise', 'package', 'discount'] as const;
export type FreeLineKind = (typeof freeLineKinds)[number];
