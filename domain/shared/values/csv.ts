/** A number below zero, with which a spreadsheet is to go on counting. */
const negative = /^-\d+(\.\d+)?$/;

/** What a spreadsheet would take for a formula. */
const calculated = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;

/**
 * One field of a CSV file as RFC 4180 quotes it. What a spreadsheet would take for a formula gets an apostrophe in
 * front (quality S-31), also a phone number that starts with +; a negative number does not.
 */
export const csvField = (text: string): string => {
  const harmless = !negative.test(text) && calculated.test(text) ? `'${text}` : text;
  return /[",;\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
};

/** A field as it was before `csvField` put an apostrophe in front of it; any other stays as it is. */
export const stripCsvGuard = (text: string): string =>
  text.startsWith("'") && calculated.test(text.slice(1)) ? text.slice(1) : text;

/** A line of a CSV file, line end included. */
export const csvLine = (fields: readonly string[]): string => `${fields.map(csvField).join(',')}\r\n`;
