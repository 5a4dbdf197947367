import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { AppError } from '#domain/shared/contract/errors.ts';
import { assertPicture } from './routes.ts';

const chunk = (name: string, data: Buffer): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, data, Buffer.alloc(4)]);
};
const png = (width: number, height: number): Buffer => {
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width);
  size.writeUInt32BE(height, 4);
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const data = chunk('IDAT', deflateSync(Buffer.alloc(9)));
  return Buffer.concat([signature, chunk('IHDR', size), data, chunk('IEND', Buffer.alloc(0))]);
};
const jpeg = (width: number, height: number): Buffer => {
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  const head = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0]);
  return Buffer.concat([head, frame, Buffer.from([0xff, 0xda, 0, 2, 1, 2, 3, 0xff, 0xd9])]);
};
const webp = (width: number, height: number): Buffer => {
  const bytes = Buffer.alloc(40);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(32, 4);
  bytes.write('WEBPVP8X', 8, 'latin1');
  bytes.writeUIntLE(width - 1, 24, 3);
  bytes.writeUIntLE(height - 1, 27, 3);
  return bytes;
};
const html = Buffer.from('<script>alert(1)</script>'.repeat(3));
const problemOf = (type: string, bytes: Buffer): unknown => {
  try {
    assertPicture(`data:${type};base64,${bytes.toString('base64')}`);
    return undefined;
  } catch (error) {
    return error instanceof AppError ? error.details.fields?.logo_url?.[0] : error;
  }
};

describe('F18 S-15 a logo', () => {
  it.each([
    ['image/png', png],
    ['image/jpeg', jpeg],
    ['image/webp', webp],
  ])('accepts a %s of at most 1,024 pixels a side, however small its file is', (type, make) => {
    expect(problemOf(type, make(320, 120))).toBeUndefined();
    expect(problemOf(type, make(12_000, 12_000))).toBe('The logo must be at most 1024 pixels wide and high');
  });

  it.each([
    ['HTML behind a signature', 'image/png', Buffer.concat([png(1, 1).subarray(0, 8), html])],
    ['a page behind a whole picture', 'image/png', Buffer.concat([png(1, 1), html])],
    ['a picture that is cut off', 'image/png', png(1, 1).subarray(0, -3)],
    ['one without a frame', 'image/jpeg', Buffer.concat([jpeg(1, 1).subarray(0, 8), html, Buffer.from([0xff, 0xd9])])],
    ['one of another length', 'image/webp', Buffer.concat([webp(1, 1), html])],
    ['one without pixels', 'image/png', png(0, 10)],
    ['another type than it says', 'image/png', jpeg(10, 10)],
  ])('rejects a logo that is %s', (_, type, bytes) => {
    expect(problemOf(type, bytes)).toBe('The logo must be a PNG, JPEG or WebP picture');
  });
});
