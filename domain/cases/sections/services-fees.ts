import { taxRate } from '#domain/shared/values/tax-rate.ts';
import { type CaseSectionFields, form } from './case-section.ts';
import { cashAdvanceFields, feeDetailFields, feeLineFields } from './fee-entries.ts';

const services = { group: 'A. Services', width: 'third' } as const;
const merchandise = { group: 'B. Merchandise', width: 'third' } as const;
const special = { group: 'C. Special charges', width: 'half' } as const;
const advances = { group: 'D. Cash advances', width: 'third' } as const;
const summary = { group: 'Summary', width: 'third' } as const;

/**
 * Services & Merchandise Fees: the statement of funeral goods and services (D3 §3). Beside the documented fees stand lines
 * of one's own, packages, discounts and itemized cash advances, which the Funeral Rule asks for (docs/decisions/0056).
 */
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
  form.line('contract_difference_reason', 'Why the contract total is different', { group: 'Summary' }),
  form.entries('fee_details', 'Details of the fees', feeDetailFields),
  form.entries('fee_lines', 'Further lines', feeLineFields),
  form.entries('cash_advances', 'Further cash advances', cashAdvanceFields),
] as const satisfies CaseSectionFields;
