const link = /https?:|www\.|\b[\w-]+\.(?:com|net|org|info|biz|ru|xyz|top|shop|site|online)\b/i;
// No word of this list is a common American first or last name.
const marketingWords =
  /\b(?:sales team|seo|marketing|promotions?|prices|offers|discounts?|wholesale|casino|crypto|backlinks?)\b/i;

/** The part of a name that looks like advertising. */
export type AdvertisingSign = 'link' | 'words';

/**
 * Returns why a report looks like advertising: a name has a link, or a name has a marketing word and the bot check did
 * not verify the sender; undefined for any other. `names` are those of the deceased and of the person who reports. Such
 * a report is shown last and never deleted, because a family must not be lost.
 */
export const advertisingSign = (names: readonly string[], isVerified: boolean): AdvertisingSign | undefined => {
  if (names.some((name) => link.test(name))) return 'link';
  return !isVerified && names.some((name) => marketingWords.test(name)) ? 'words' : undefined;
};
