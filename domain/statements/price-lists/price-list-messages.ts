/** Why a price list stays as it is. */
export const priceListMessages = {
  inForce: 'A version that was put in force never changes. Copy it into a new draft.',
  noItems: 'A price list needs at least one item.',
  noAddress:
    'A general price list must carry the home’s address and phone (16 CFR 453.2(b)(4)(i)(A)). Enter them under Details.',
  noContainers: 'Say which containers you provide for direct cremation (16 CFR 453.3(b)(2)).',
  notBefore: 'A version cannot take effect before today: prices of the past stay as they were.',
  tooLate: 'Choose a day within a year.',
  notListed: 'Choose the item from the price list again: no list of this home has it.',
} as const;
