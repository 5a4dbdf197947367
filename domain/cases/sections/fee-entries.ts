import { percentage } from '#domain/shared/values/number.ts';
import { detailedFees, maxOfOneKind } from '#domain/statements/fee-names.ts';
import { type CaseField, form } from './case-section.ts';

const half = { width: 'half' } as const;
const id = { maxLength: 64, isId: true } as const;

/** The item of a price list from which a line was filled; a line that was typed has none. */
const priceItem = [
  form.select('price_list', 'Price list', [
    { value: 'general', label: 'General price list' },
    { value: 'casket', label: 'Casket price list' },
    { value: 'outer_burial_container', label: 'Outer burial container price list' },
  ]),
  form.line('price_list_version', 'Version of the price list', id),
  form.line('price_list_item', 'Item of the price list', id),
] as const;

/** As long as what an item of a price list includes. */
const includes = form.line('includes', 'Includes', { maxLength: 500 });
/** How many there are, and whether sales tax is charged; without the latter it is as the home has it for such lines. */
const countedAndTaxed = [
  form.integer('quantity', 'Quantity', {
    min: 1,
    max: maxOfOneKind,
    invalid: `Quantity must be a whole number from 1 to ${maxOfOneKind}`,
  }),
  form.select('taxable', 'Sales tax', [
    { value: 'yes', label: 'Taxable' },
    { value: 'no', label: 'Not taxable' },
  ]),
] as const;

const paidOn = [
  form.line('payee', 'Paid to', half),
  form.checkbox('is_estimate', 'This is an estimate'),
  form.checkbox('is_marked_up', 'We charge for obtaining it, or keep a commission or discount'),
] as const;

/** “Clergy fee” for `clergy_fee`. */
function spoken(name: string): string {
  return (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll('_', ' ');
}

/** What is said of a documented fee besides its amount; `fee` is the name of its field. */
export const feeDetailFields = [
  form.select(
    'fee',
    'Fee',
    detailedFees.map((name) => ({ value: name, label: spoken(name) })),
  ),
  form.line('description', 'Description'),
  includes,
  ...countedAndTaxed,
  ...paidOn,
  ...priceItem,
] as const satisfies readonly CaseField[];

/** A line of one's own. Its `id` tells it apart while two people edit the list. */
export const feeLineFields = [
  form.line('id', 'Line', id),
  form.select('kind', 'Kind', [
    { value: 'service', label: 'Service' },
    { value: 'merchandise', label: 'Merchandise' },
    { value: 'package', label: 'Package' },
    { value: 'discount', label: 'Discount' },
  ]),
  form.line('name', 'Name of the line', half),
  form.line('description', 'Description'),
  includes,
  form.money('amount', 'Amount', half),
  ...countedAndTaxed,
  // Of a discount, in place of an amount.
  form.percent('percent', 'Percent', { schema: percentage({ min: 0.01 }) }),
  // What of a package is merchandise, for the sales tax.
  form.money('merchandise_amount', 'Merchandise in the package', half),
  ...priceItem,
] as const satisfies readonly CaseField[];

/** A cash advance of one's own: an item that is paid on to somebody else. */
export const cashAdvanceFields = [
  form.line('id', 'Line', id),
  form.line('name', 'Name of the cash advance', half),
  form.line('description', 'Description'),
  includes,
  form.money('amount', 'Amount', half),
  ...countedAndTaxed,
  ...paidOn,
  ...priceItem,
] as const satisfies readonly CaseField[];
