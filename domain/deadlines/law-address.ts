type Page = (chapter: string, section: string) => string;

/** Public pages of laws whose address follows from the citation; a citation of another law has none. */
const pages: readonly (readonly [citation: RegExp, page: Page])[] = [
  [
    /^Florida Statutes (\d+)\.(\d+)/,
    (chapter, section) => `https://www.flsenate.gov/Laws/Statutes/2024/${chapter}.${section}`,
  ],
  [
    /^Texas Health and Safety Code (\d+)\.(\d+)/,
    (chapter, section) => `https://statutes.capitol.texas.gov/Docs/HS/htm/HS.${chapter}.htm#${chapter}.${section}`,
  ],
  [
    /^California Health and Safety Code (\d+)/,
    (section) =>
      `https://leginfo.legislature.ca.gov/faces/codes_displaySection.xhtml?lawCode=HSC&sectionNum=${section}.`,
  ],
  [/^(?:New York )?Public Health Law (\d+)/, (section) => `https://www.nysenate.gov/legislation/laws/PBH/${section}`],
  [/^N\.H\. Revised Statutes 325-A/, () => 'https://www.gencourt.state.nh.us/rsa/html/XXX/325-A/325-A-mrg.htm'],
  [
    /^Wis\. Stat\. (\d+)\.(\d+)/,
    (chapter, section) => `https://docs.legis.wisconsin.gov/statutes/statutes/${chapter}/${section}`,
  ],
  [/^410 ILCS 18\/20/, () => 'https://www.ilga.gov/legislation/ilcs/fulltext.asp?DocName=041000180K20'],
  [/^32 M\.R\.S\. (\d+)/, (section) => `https://legislature.maine.gov/statutes/32/title32sec${section}.html`],
  [
    /^(?:MCL|Michigan Compiled Laws) (\d+)\.(\d+)/,
    (chapter, section) => `https://www.legislature.mi.gov/Laws/MCL?objectName=mcl-${chapter}-${section}`,
  ],
  [
    /^(?:RSMo|Missouri Revised Statutes) (\d+)\.(\d+)/,
    (chapter, section) => `https://revisor.mo.gov/main/OneSection.aspx?section=${chapter}.${section}`,
  ],
  [/^16 CFR 453\.(\d+)/, (section) => `https://www.ecfr.gov/current/title-16/section-453.${section}`],
];

/** Returns the web address of a cited law; undefined if it is not known. */
export const addressOfLaw = (text: string): string | undefined => {
  for (const [citation, page] of pages) {
    const found = citation.exec(text);
    if (found) return page(found[1] ?? '', found[2] ?? '');
  }
  return undefined;
};
