import { invalid } from '#domain/contract/errors.ts';

/** First bytes of what a data URL may say it is; WebP has its length between the two. */
const signatures: Record<string, (bytes: Buffer) => boolean> = {
  'image/png': (bytes) => bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  'image/jpeg': (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  'image/webp': (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
};

/** Refuses a picture whose bytes are not what it says it is. */
export const assertPicture = (dataUrl: string): void => {
  const [, type = '', data = ''] = /^data:([^;]+);base64,(.*)$/.exec(dataUrl) ?? [];
  if (!signatures[type]?.(Buffer.from(data, 'base64')))
    throw invalid({ logo_url: ['The logo must be a PNG, JPEG or WebP picture'] });
};
