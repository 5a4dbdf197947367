import { useSearchParams } from 'react-router';
import type { PostingKind } from '#domain/quickbooks/postings.ts';
import { quickBooksEndpoints } from '#domain/quickbooks/quickbooks.endpoints.ts';
import type { TaxTreatment } from '#domain/quickbooks/quickbooks-documents.ts';
import type { AccountPurpose } from '#domain/quickbooks/quickbooks-records.ts';
import { useChange } from '../api/calls.ts';
import { toastFailure } from '../ui/feedback/toasts.tsx';

/** Returns the company in the address by realm id; undefined for the organization's first one. */
export const useCompany = (): string | undefined => useSearchParams()[0].get('company') ?? undefined;

export const ofCompany = (path: string, company: string | undefined): string =>
  company === undefined ? path : `${path}?company=${company}`;

/** Redirects to QuickBooks for consent, for the first or an additional company; the callback page continues. */
export const useConnect = () =>
  useChange(
    (call, further: boolean) => call(quickBooksEndpoints.authUrl, { query: further ? { further: 'true' } : {} }),
    ({ auth_url }) => window.location.assign(auth_url),
    { onError: (error) => toastFailure(error) },
  );

export const purposeLabels: Record<AccountPurpose, string> = {
  deposit: 'Deposit payments to',
  receivable: 'Accounts receivable',
  refund: 'Pay refunds from',
};

export const taxLabels: Record<TaxTreatment, string> = {
  own_line: 'As a separate line, as on the Statement',
  quickbooks: 'QuickBooks calculates tax on merchandise',
};

export const kindLabels: Record<PostingKind, string> = {
  customer: 'Customer',
  invoice: 'Invoice',
  payment: 'Payment',
  money_back: 'Refunds',
};
export const kindsLabels: Record<PostingKind, string> = {
  ...kindLabels,
  customer: 'Customers',
  invoice: 'Invoices',
  payment: 'Payments',
};

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
