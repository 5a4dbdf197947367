import { documentNumber } from '#domain/shared/values/codes.ts';
import { taxRate } from '#domain/shared/values/money.ts';
import { percentage } from '#domain/shared/values/number.ts';
import { capitalize } from '#domain/shared/values/text.ts';
import { detailedFees, maxOfOneKind } from '#domain/statements/fee-names.ts';
import { type CaseField, type CaseSectionFields, form } from './section-definitions.ts';

const third = { width: 'third' } as const;
const half = { width: 'half' } as const;

/** Financial Information (D2 and D3 §3); the server computes the total paid. */
export const financialFields = [
  form.money('contract_total', 'Contract total', { ...half, requiredIf: true }),
  form.money('total_paid', 'Total paid', { ...half, readOnly: true }),
  form.name('insurance_company', 'Insurance company', third),
  form.line('insurance_policy_number', 'Policy number', {
    ...third,
    maxLength: 100,
    schema: documentNumber('Policy number'),
  }),
  form.phone('insurance_contact_phone', 'Insurance phone', third),
  form.checkbox('funeral_director_check', 'Check payable to funeral director', half),
  form.checkbox('family_paying', 'Family paying', half),
] as const satisfies CaseSectionFields;

export const burialFeesHandlings = [
  { value: 'billed', label: 'Funeral home (included in Statement)' },
  { value: 'cemetery', label: 'Paid directly to cemetery (not in Statement)' },
] as const;

/** Burial Fees (D3 §3). */
export const burialFeesFields = [
  form.money('space_fee', 'Space', third),
  form.money('mausoleum_fee', 'Mausoleum', third),
  form.money('vault_fee', 'Vault', third),
  form.money('vault_upgrade_fee', 'Vault upgrade', third),
  form.money('open_closing_fee', 'Opening and closing', third),
  form.money('saturday_fee', 'Saturday', third),
  form.money('additional_fees', 'Additional fees', third),
  form.line('additional_fees_description', 'Description of the additional fees', { width: 'two-thirds' }),
  form.radio('burial_fees_handling', 'Burial fees billed by', burialFeesHandlings),
] as const satisfies CaseSectionFields;

const id = { maxLength: 64, isId: true } as const;

/** The price list item that filled a line; absent for a typed line. */
const priceItem = [
  form.select('price_list', 'Price list', [
    { value: 'general', label: 'General price list' },
    { value: 'casket', label: 'Casket price list' },
    { value: 'outer_burial_container', label: 'Outer burial container price list' },
  ]),
  form.line('price_list_version', 'Price list version', id),
  form.line('price_list_item', 'Price list item', id),
] as const;

/** The same limit as the text of a price list item. */
const includes = form.line('includes', 'Includes', { maxLength: 500 });
/** Quantity and sales tax; without a choice the home's setting decides. */
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

function spoken(name: string): string {
  return capitalize(name).replaceAll('_', ' ');
}

/** The details of the documented fee field `fee`. */
const feeDetailFields = [
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

/** A custom line. Its `id` identifies it while two people edit the list. */
const feeLineFields = [
  form.line('id', 'Line', id),
  form.select('kind', 'Kind', [
    { value: 'service', label: 'Service' },
    { value: 'merchandise', label: 'Merchandise' },
    { value: 'package', label: 'Package' },
    { value: 'discount', label: 'Discount' },
  ]),
  form.line('name', 'Line description', half),
  form.line('description', 'Description'),
  includes,
  form.money('amount', 'Amount', half),
  ...countedAndTaxed,
  // For a discount instead of an amount.
  form.percent('percent', 'Percent', { schema: percentage({ min: 0.01 }) }),
  // The taxable merchandise in a package.
  form.money('merchandise_amount', 'Merchandise in the package', half),
  ...priceItem,
] as const satisfies readonly CaseField[];

/** A custom cash advance, paid to a third party. */
const cashAdvanceFields = [
  form.line('id', 'Line', id),
  form.line('name', 'Cash advance description', half),
  form.line('description', 'Description'),
  includes,
  form.money('amount', 'Amount', half),
  ...countedAndTaxed,
  ...paidOn,
  ...priceItem,
] as const satisfies readonly CaseField[];

const services = { group: 'A. Services', width: 'third' } as const;
const merchandise = { group: 'B. Merchandise', width: 'third' } as const;
const special = { group: 'C. Special charges', width: 'half' } as const;
const advances = { group: 'D. Cash advances', width: 'third' } as const;
const summary = { group: 'Summary', width: 'third' } as const;

/** Services & Merchandise Fees (D3 §3) with custom lines for the Funeral Rule (docs/decisions/0056). */
export const servicesFeesFields = [
  form.money('basic_services_fee', 'Basic services of director and staff', services),
  form.money('embalming_fee', 'Embalming', services),
  form.money('other_preparation_fee', 'Other preparation of the body', services),
  form.money('viewing_visitation_fee', 'Viewing and visitation', services),
  form.money('funeral_ceremony_fee', 'Funeral ceremony', services),
  form.money('memorial_service_fee', 'Memorial service', services),
  form.money('graveside_service_fee', 'Graveside service', services),
  form.money('church_service_fee', 'Church service', services),
  form.money('transfer_remains_fee', 'Transfer of remains', services),
  form.money('hearse_fee', 'Hearse', services),
  form.money('limousine_fee', 'Limousine', services),
  form.money('sedan_fee', 'Sedan', services),
  form.money('utility_vehicle_fee', 'Utility vehicle', services),
  form.money('casket_fee', 'Casket', merchandise),
  form.money('outer_burial_container_fee', 'Outer burial container', merchandise),
  form.money('acknowledgement_cards_fee', 'Acknowledgement cards', merchandise),
  form.money('register_book_fee', 'Register book', merchandise),
  form.money('memory_folders_fee', 'Memory folders', merchandise),
  form.money('cremation_urn_fee', 'Cremation urn', merchandise),
  form.money('clothing_fee', 'Clothing', merchandise),
  form.line('forwarding_remains_to', 'Forwarding of remains to', special),
  form.money('forwarding_remains_fee', 'Forwarding of remains', special),
  form.line('receiving_remains_from', 'Receiving of remains from', special),
  form.money('receiving_remains_fee', 'Receiving of remains', special),
  form.money('immediate_burial_fee', 'Immediate burial', special),
  form.money('direct_cremation_fee', 'Direct cremation', special),
  form.money('death_certificate_fee_each', 'Death certificate, each', advances),
  form.integer(
    'death_certificate_copies',
    'Death certificate copies',
    { max: 9999, invalid: 'Must be a positive number' },
    advances,
  ),
  form.money('clergy_fee', 'Clergy', advances),
  form.money('musician_fee', 'Musician', advances),
  form.money('newspaper_notices_fee', 'Newspaper notices', advances),
  form.money('cemetery_cash_advance_fee', 'Cemetery', advances),
  form.text('cash_advance_items_description', 'Description of the cash advances', { group: 'D. Cash advances' }),
  form.date('date_of_statement', 'Date of statement', summary),
  form.money('sales_tax', 'Sales tax', summary),
  form.line('sales_tax_rate', 'Sales tax rate (%)', {
    ...summary,
    maxLength: 7,
    inputmode: 'decimal',
    schema: taxRate('Sales tax rate'),
  }),
  form.line('payment_received_from', 'Payment received from', summary),
  form.line('contract_difference_reason', 'Reason for contract difference', { group: 'Summary' }),
  form.entries('fee_details', 'Fee details', feeDetailFields),
  form.entries('fee_lines', 'Additional lines', feeLineFields),
  form.entries('cash_advances', 'Additional cash advances', cashAdvanceFields),
] as const satisfies CaseSectionFields;
