import { useSearchParams } from 'react-router';

/** The company that a page is about, by its number in the address; undefined for the organization's first one. */
export const useCompany = (): string | undefined => useSearchParams()[0].get('company') ?? undefined;

/** An address of the same company. */
export const ofCompany = (path: string, company: string | undefined): string =>
  company === undefined ? path : `${path}?company=${company}`;
