import { comparablePhone } from '#domain/shared/values/phone.ts';

/**
 * Whether the number to call back is another one than the next of kin's, since somebody else has reported, such as a
 * nurse: each number then stands with its person. Phones in any of their forms, empty where none was given.
 */
export const isReportedByOther = (informantPhone: string, submitterPhone: string): boolean =>
  informantPhone !== '' && comparablePhone(informantPhone) !== comparablePhone(submitterPhone);
