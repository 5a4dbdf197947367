/** Types for the PDF library's font library, which has none. */
declare module 'fontkit' {
  export interface Font {
    characterSet: number[];
    glyphForCodePoint(point: number): object;
    getGlyph(id: number, codePoints: number[]): object;
    hasGlyphForCodePoint(point: number): boolean;
  }
  export const create: (bytes: Uint8Array) => Font;
}
