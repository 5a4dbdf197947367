/** What is used of the library that reads fonts, on which the one that makes PDFs stands; it brings no types of its own. */
declare module 'fontkit' {
  export interface Font {
    characterSet: number[];
    glyphForCodePoint(point: number): object;
    getGlyph(id: number, codePoints: number[]): object;
    hasGlyphForCodePoint(point: number): boolean;
  }
  export const create: (bytes: Uint8Array) => Font;
}
