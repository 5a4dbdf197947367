/** The languages of the public site and of mails to families; the first one is that of the specification. */
export const languages = ['en', 'es'] as const;
export type Language = (typeof languages)[number];

/** How staff read a family's language. */
export const languageLabels: Readonly<Record<Language, string>> = { en: 'English', es: 'Spanish' };

/** The choice of one. */
export const languageOptions = languages.map((value) => ({ value, label: languageLabels[value] }));
