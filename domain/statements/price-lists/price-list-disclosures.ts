import type { PriceListKind } from './price-list-rules.ts';

/** The list, and the text that the home entered for the blank. */
interface Listed {
  readonly kind: PriceListKind;
  readonly containers: string;
  readonly items: readonly { readonly fills: string; readonly price_to_cents: number | null }[];
}

export interface Disclosure {
  id: string;
  cite: string;
  text: string;
  /** The item next to the text; null for the top of the list. */
  beside: string | null;
}

interface Mandatory extends Omit<Disclosure, 'text'> {
  readonly kind: PriceListKind;
  readonly text: string | ((list: Listed) => string);
  /** Defaults to always, or to the listing of the item. */
  readonly when?: (list: Listed) => boolean;
}

const has =
  (fee: string) =>
  ({ items }: Listed): boolean =>
    items.some(({ fills }) => fills === fee);
const hasRange =
  (fee: string) =>
  ({ items }: Listed): boolean =>
    items.some(({ fills, price_to_cents }) => fills === fee && price_to_cents !== null);
const wholeList = 'A complete price list will be provided at the funeral home.';

/** Verbatim sentences of 16 CFR 453.2(b), 453.3 and 453.4. A casket price list requires none. */
const mandatory: readonly Mandatory[] = [
  {
    id: 'choice',
    kind: 'general',
    cite: '16 CFR 453.4(b)(2)(i)(A)',
    beside: null,
    text:
      'The goods and services shown below are those we can provide to our customers. You may choose only the items you ' +
      'desire. However, any funeral arrangements you select will include a charge for our basic services and overhead. ' +
      'If legal or other requirements mean you must buy any items you did not specifically ask for, we will explain the ' +
      'reason in writing on the statement we provide describing the funeral goods and services you selected.',
  },
  {
    id: 'basic-services',
    kind: 'general',
    cite: '16 CFR 453.2(b)(4)(iii)(C)(1)',
    beside: 'basic_services_fee',
    when: has('basic_services_fee'),
    text:
      'This fee for our basic services and overhead will be added to the total cost of the funeral arrangements you ' +
      'select. (This fee is already included in our charges for direct cremations, immediate burials, and forwarding or ' +
      'receiving remains.)',
  },
  {
    id: 'embalming',
    kind: 'general',
    cite: '16 CFR 453.3(a)(2)(ii)',
    beside: 'embalming_fee',
    when: has('embalming_fee'),
    text:
      'Except in certain special cases, embalming is not required by law. Embalming may be necessary, however, if you ' +
      'select certain funeral arrangements, such as a funeral with viewing. If you do not want embalming, you usually ' +
      'have the right to choose an arrangement that does not require you to pay for it, such as direct cremation or ' +
      'immediate burial.',
  },
  {
    id: 'alternative-container',
    kind: 'general',
    cite: '16 CFR 453.3(b)(2)',
    beside: 'direct_cremation_fee',
    when: has('direct_cremation_fee'),
    text: ({ containers }) =>
      'If you want to arrange a direct cremation, you can use an alternative container. Alternative containers encase ' +
      'the body and can be made of materials like fiberboard or composition materials (with or without an outside ' +
      `covering). The containers we provide are ${containers || '(to be entered)'}.`,
  },
  {
    id: 'caskets',
    kind: 'general',
    cite: '16 CFR 453.2(b)(4)(iii)(A)(1)',
    beside: 'casket_fee',
    when: hasRange('casket_fee'),
    text: wholeList,
  },
  {
    id: 'outer-burial-containers',
    kind: 'general',
    cite: '16 CFR 453.2(b)(4)(iii)(B)(1)',
    beside: 'outer_burial_container_fee',
    when: hasRange('outer_burial_container_fee'),
    text: wholeList,
  },
  ...(['general', 'outer_burial_container'] as const).map(
    (kind): Mandatory => ({
      id: 'container-not-required',
      kind,
      cite: '16 CFR 453.3(c)(2)',
      beside: kind === 'general' ? 'outer_burial_container_fee' : null,
      // A general list with prices instead of a range has no separate list.
      when: (list) =>
        kind !== 'general' ||
        (has('outer_burial_container_fee')(list) && !hasRange('outer_burial_container_fee')(list)),
      text:
        'In most areas of the country, state or local law does not require that you buy a container to surround the ' +
        'casket in the grave. However, many cemeteries require that you have such a container so that the grave will ' +
        'not sink in. Either a grave liner or a burial vault will satisfy these requirements.',
    }),
  ),
];

/** Returns the disclosures of a list in order, with filled blanks. */
export function disclosuresOf(list: Listed): Disclosure[] {
  return mandatory
    .filter(({ kind, when }) => kind === list.kind && (when?.(list) ?? true))
    .map(({ id, cite, beside, text }) => ({ id, cite, beside, text: typeof text === 'string' ? text : text(list) }));
}
