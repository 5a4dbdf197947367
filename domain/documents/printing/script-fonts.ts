/**
 * Fonts by script for characters that the main fonts of papers do not have, with the file in their package. Of the
 * fonts tried, only these give the same text when it is copied from the PDF; Noto's Arabic splits letters into bases
 * and dots.
 */
export const scriptFonts: readonly { letters: RegExp; file: string }[] = [
  {
    letters: /\p{Script_Extensions=Arabic}/u,
    file: '@expo-google-fonts/ibm-plex-sans-arabic/400Regular/IBMPlexSansArabic_400Regular.ttf',
  },
  {
    letters: /\p{Script_Extensions=Hebrew}/u,
    file: '@expo-google-fonts/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf',
  },
  {
    letters: /\p{Script_Extensions=Devanagari}/u,
    file: '@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf',
  },
  { letters: /\p{Script=Thai}/u, file: '@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf' },
  { letters: /\p{Script=Hangul}/u, file: '@expo-google-fonts/noto-sans-kr/400Regular/NotoSansKR_400Regular.ttf' },
  {
    letters: /\p{Script_Extensions=Han}|\p{Script_Extensions=Hiragana}|\p{Script_Extensions=Katakana}|[\uFF01-\uFF60]/u,
    file: '@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
  },
];
