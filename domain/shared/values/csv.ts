/** Stays a number in a spreadsheet. */
const negative = /^-\d+(\.\d+)?$/;

/** Texts that a spreadsheet reads as a formula. */
const calculated = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;

/** Returns a CSV field quoted by RFC 4180; a text that a spreadsheet would calculate gets an apostrophe (S-31). */
export const csvField = (text: string): string => {
  const harmless = !negative.test(text) && calculated.test(text) ? `'${text}` : text;
  return /[",;\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
};

/** Returns a field without the apostrophe that `csvField` added; others are unchanged. */
export const stripCsvGuard = (text: string): string =>
  text.startsWith("'") && calculated.test(text.slice(1)) ? text.slice(1) : text;

/** Returns a line of a CSV file with its line end. */
export const csvLine = (fields: readonly string[]): string => `${fields.map(csvField).join(',')}\r\n`;
