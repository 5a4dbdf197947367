import { invalid } from '#domain/shared/contract/errors.ts';

/** Longest side of a logo in pixels: a small file can unpack to very many. */
const maxSide = 1024;

interface Size {
  width: number;
  height: number;
}

const text = (bytes: Buffer, from: number, to: number): string => bytes.toString('latin1', from, to);

const pngSize = (bytes: Buffer): Size | undefined => {
  if (text(bytes, 0, 8) !== '\x89PNG\r\n\x1a\n' || text(bytes, 12, 16) !== 'IHDR') return undefined;
  let at = 8;
  for (let name = ''; name !== 'IEND'; ) {
    if (at + 12 > bytes.length) return undefined;
    name = text(bytes, at + 4, at + 8);
    at += 12 + bytes.readUInt32BE(at);
  }
  return at === bytes.length ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) } : undefined;
};

const jpegSize = (bytes: Buffer): Size | undefined => {
  if (bytes.readUInt16BE(0) !== 0xffd8 || bytes.readUInt16BE(bytes.length - 2) !== 0xffd9) return undefined;
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1] ?? 0;
    // A frame of any kind; C4, C8 and CC are tables.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
  }
  return undefined;
};

const webpSize = (bytes: Buffer): Size | undefined => {
  if (text(bytes, 0, 4) !== 'RIFF' || bytes.readUInt32LE(4) + 8 !== bytes.length || bytes.length < 30) return undefined;
  const kind = text(bytes, 8, 16);
  if (kind === 'WEBPVP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (kind === 'WEBPVP8 ') return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (kind !== 'WEBPVP8L') return undefined;
  const bits = bytes.readUInt32LE(21);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
};

/** Each reads the size of a whole picture, from its first byte to its last; undefined for anything else. */
const sizeOf: Readonly<Record<string, (bytes: Buffer) => Size | undefined>> = {
  'image/png': pngSize,
  'image/jpeg': jpegSize,
  'image/webp': webpSize,
};

/** Refuses a picture that is not wholly what it says it is, or that unpacks to more than a logo needs. */
export const assertPicture = (dataUrl: string): void => {
  const [, type = '', data = ''] = /^data:([^;]+);base64,(.*)$/.exec(dataUrl) ?? [];
  const bytes = Buffer.from(data, 'base64');
  const size = bytes.length >= 24 ? sizeOf[type]?.(bytes) : undefined;
  if (!size || size.width === 0 || size.height === 0)
    throw invalid({ logo_url: ['The logo must be a PNG, JPEG or WebP picture'] });
  if (Math.max(size.width, size.height) > maxSide)
    throw invalid({ logo_url: [`The logo must be at most ${maxSide} pixels wide and high`] });
};
