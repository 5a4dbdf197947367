/** The first one is that of the specification. */
export const languages = ['en', 'es'] as const;
export type Language = (typeof languages)[number];

export const languageLabels: Readonly<Record<Language, string>> = { en: 'English', es: 'Spanish' };

export const languageOptions = languages.map((value) => ({ value, label: languageLabels[value] }));
