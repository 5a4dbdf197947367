import { inflateRawSync } from 'node:zlib';

export const unzipped = (bytes: Uint8Array): Map<string, Buffer> => {
  const zip = Buffer.from(bytes);
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(zip.length - 22 + 16);
  while (zip.readUInt32LE(at) === 0x02014b50) {
    const [method, packed, start] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 42)];
    const [name, extra, comment] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30), zip.readUInt16LE(at + 32)];
    const from = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28);
    const content = zip.subarray(from, from + packed);
    files.set(zip.toString('utf8', at + 46, at + 46 + name), method === 0 ? content : inflateRawSync(content));
    at += 46 + name + extra + comment;
  }
  return files;
};
