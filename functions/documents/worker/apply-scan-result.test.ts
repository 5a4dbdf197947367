import { crc32, deflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';
import { describe, expect, it } from 'vitest';
import { contentOf } from '#domain/documents/document-type.ts';
import { bytesOf } from '#functions/documents/shared/pdf/pdf-of.ts';
import { examplePdf } from '#tests/support/records/documents.ts';
import { flawOfPdf, headBytes, inspect, tailBytes } from './apply-scan-result.ts';

const look = (bytes: Buffer) =>
  inspect({
    head: bytes.subarray(0, headBytes),
    tail: bytes.subarray(Math.max(0, bytes.length - tailBytes)),
    size: bytes.length,
  });

const chunk = (name: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(name), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};
const png = (width: number, height: number): Buffer => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(100))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};
const jpeg = (width: number, height: number, before = 0): Buffer => {
  const frame = Buffer.from([0xff, 0xc0, 0, 17, 8, 0, 0, 0, 0, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0xff, 0xff]), Buffer.alloc(0xfffd)]);
  const start = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]);
  return Buffer.concat([start, ...Array.from({ length: before }, () => comment), frame, Buffer.from([0xff, 0xd9])]);
};
const heic = (width: number, height: number, brand = 'heic'): Buffer => {
  const box = (name: string, ...inside: Buffer[]): Buffer => {
    const body = Buffer.concat(inside);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(body.length + 8);
    return Buffer.concat([length, Buffer.from(name), body]);
  };
  const size = Buffer.alloc(12);
  size.writeUInt32BE(width, 4);
  size.writeUInt32BE(height, 8);
  const [type, none] = [Buffer.from(`${brand}\0\0\0\0mif1heic`, 'latin1'), Buffer.alloc(4)];
  return Buffer.concat([box('ftyp', type), box('meta', none, box('iprp', box('ipco', box('ispe', size))))]);
};

interface Entry {
  name: string;
  text: string;
  /** The unpacked size in its directory. */
  claims?: number;
}
const zip = (entries: readonly Entry[], comment: Buffer = Buffer.alloc(0)): Buffer => {
  const [locals, directory]: [Buffer[], Buffer[]] = [[], []];
  let at = 0;
  for (const { name, text, claims } of entries) {
    const [file, data] = [Buffer.from(name), Buffer.from(text)];
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt32LE(data.length, 18);
    local.writeUInt32LE(data.length, 22);
    local.writeUInt16LE(file.length, 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt32LE(data.length, 20);
    central.writeUInt32LE(claims ?? data.length, 24);
    central.writeUInt16LE(file.length, 28);
    central.writeUInt32LE(at, 42);
    locals.push(local, file, data);
    directory.push(central, file);
    at += local.length + file.length + data.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(at, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([...locals, ...directory, end, comment]);
};
const emptyEnd = zip([]);
const types = (part: string): Entry => ({
  name: '[Content_Types].xml',
  text: `<Types><Override PartName="/x" ContentType="application/vnd.openxmlformats-officedocument.${part}.main+xml"/></Types>`,
});
const parts: readonly Entry[] = [types('wordprocessingml.document'), { name: 'word/document.xml', text: '<w/>' }];
const word = (...more: Entry[]): Buffer => zip([...parts, ...more]);
const bomb: Entry = { name: 'word/a', text: 'x', claims: 4_000_000_000 };
const excel = (): Buffer => zip([types('spreadsheetml.sheet'), { name: 'xl/workbook.xml', text: '<x/>' }]);

describe('S-15 inspect', () => {
  it.each<[string, Buffer, string]>([
    ['a PDF', examplePdf(), 'application/pdf'],
    ['a PDF behind a line break', Buffer.concat([Buffer.from('\r\n'), examplePdf()]), 'application/pdf'],
    [
      'a PDF behind what a scanner says to a printer',
      Buffer.concat([Buffer.from('\x1b%-12345X@PJL JOB NAME="Scan"\r\n@PJL ENTER LANGUAGE=PDF\r\n'), examplePdf()]),
      'application/pdf',
    ],
    ['a PNG', png(800, 600), 'image/png'],
    ['a JPEG', jpeg(4000, 3000), 'image/jpeg'],
    ['a JPEG with five megabytes of depth before its frame', jpeg(4000, 3000, 80), 'image/jpeg'],
    ...['heic', 'heix', 'hevc', 'mif1', 'msf1'].map(
      (brand) =>
        [`a HEIC of a phone that says ${brand}`, heic(8064, 6048, brand), 'image/heic'] as [string, Buffer, string],
    ),
    ['a Word document', word(), 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['an Excel workbook', excel(), 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ])('accepts %s', async (_, bytes, type) => {
    expect(await look(bytes)).toEqual({ type });
    expect(contentOf(bytes)).toBe(type === 'application/pdf' ? 'pdf' : type.startsWith('image') ? 'picture' : 'packed');
  });

  it.each([
    ['nothing', Buffer.alloc(0), 'empty'],
    ['more than 25 MB', Buffer.alloc(25 * 1024 * 1024 + 1), 'size'],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), 'type'],
    [
      'an SVG with a script',
      Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
      'type',
    ],
    ['plain text', Buffer.from('Dear Sir or Madam'), 'type'],
    ['a program for Windows', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)]), 'type'],
    ['a program for Linux', Buffer.concat([Buffer.from('\x7fELF', 'latin1'), Buffer.alloc(200)]), 'type'],
    ['a script', Buffer.from('#!/bin/sh\nrm -rf /\n'), 'type'],
    ['a page before a PDF', Buffer.concat([Buffer.from('<script>alert(1)</script>\n'), examplePdf()]), 'type'],
    ['a PDF behind too much', Buffer.concat([Buffer.alloc(1024, ' '), examplePdf()]), 'type'],
    ['a GIF', Buffer.from('GIF89a\x01\0\x01\0', 'latin1'), 'type'],
    ['a ZIP', zip([{ name: 'a.txt', text: 'x' }]), 'type'],
    ['a Word document with macros', zip([types('x'), { name: 'word/vbaProject.bin', text: 'x' }]), 'type'],
    ['a picture bomb', png(30_000, 30_000), 'pixels'],
    ['a JPEG bomb', jpeg(65_000, 65_000), 'pixels'],
    ['a HEIC bomb', heic(20_000, 20_000), 'pixels'],
    ['a PNG without a size', png(0, 10), 'unreadable'],
    ['a JPEG that ends before its frame', jpeg(10, 10).subarray(0, 22), 'unreadable'],
    ['a Word document that unpacks to gigabytes', word(bomb), 'unpacked'],
    ['the same behind the end of an empty archive', zip([...parts, bomb], emptyEnd), 'unreadable'],
    ['an archive of nothing behind a Word document', Buffer.concat([word(), emptyEnd]), 'unreadable'],
    ['a Word document cut off', word().subarray(0, -30), 'unreadable'],
  ])('rejects %s', async (_, bytes, refused) => {
    expect(await look(bytes)).toEqual({ refused });
  });

  it('rejects a Word document with very many parts', async () => {
    const parts = Array.from({ length: 5_001 }, (_, n) => ({ name: `word/${n}`, text: '' }));
    expect(await look(word(...parts))).toEqual({ refused: 'unpacked' });
  });
});

describe('flawOfPdf', () => {
  const pdf = (protection: object = {}) => bytesOf(new PDFDocument({ ...protection }));

  it('reports a password that is needed to open a PDF, but not an owner password', async () => {
    expect(await flawOfPdf(await pdf())).toBeUndefined();
    for (const pdfVersion of ['1.3', '1.6', '1.7ext3'] as const) {
      expect(await flawOfPdf(await pdf({ pdfVersion, userPassword: 'family' })), pdfVersion).toBe('password');
      expect(await flawOfPdf(await pdf({ pdfVersion, ownerPassword: 'home' })), pdfVersion).toBeUndefined();
    }
  });

  it('reports a missing end, however much of the PDF exists', async () => {
    const whole = await pdf();
    for (const length of [whole.length / 4, whole.length / 2, whole.length - 8])
      expect(await flawOfPdf(whole.subarray(0, length))).toBe('damaged');
    expect(await flawOfPdf(Buffer.from('%PDF-1.7\nnothing at all\n%%EOF'))).toBe('damaged');
    expect(await flawOfPdf(Buffer.concat([whole, Buffer.alloc(4096)]))).toBeUndefined();
    expect(await flawOfPdf(Buffer.concat([Buffer.from('\r\n'), whole]))).toBeUndefined();
  });
});
