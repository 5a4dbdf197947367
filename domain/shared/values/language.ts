/** Languages of the public site and of family emails; the first one is that of the specification. */
export const languages = ['en', 'es'] as const;
export type Language = (typeof languages)[number];

/** Language names for staff. */
export const languageLabels: Readonly<Record<Language, string>> = { en: 'English', es: 'Spanish' };

export const languageOptions = languages.map((value) => ({ value, label: languageLabels[value] }));
