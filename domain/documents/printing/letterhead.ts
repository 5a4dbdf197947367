import { formatPhone } from '#domain/shared/values/phone.ts';

/** What a home's papers say of it. */
export interface HomeOnPaper {
  readonly name: string;
  readonly phone: string | null;
  readonly address: string;
  readonly city: string;
  readonly state: string;
  readonly zip_code: string;
  readonly license_number: string;
  /** The zone of its days. */
  readonly time_zone: string;
}

/** The home as it stands at the head of a paper: its name, then a line for each of address, phone and license. */
export const letterheadOf = (home: HomeOnPaper): string[] => {
  const place = [home.city, [home.state, home.zip_code].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return [
    home.name,
    [home.address, place].filter(Boolean).join(', '),
    [home.phone && formatPhone(home.phone), home.license_number && `License ${home.license_number}`]
      .filter(Boolean)
      .join(' · '),
  ].filter((line) => line !== '');
};
