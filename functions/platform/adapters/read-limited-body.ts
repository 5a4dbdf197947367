/** The body; throws as soon as it is longer than `largest` bytes, and reads no further (quality S-36). */
export const readLimitedBody = async (response: Response, largest: number): Promise<Uint8Array<ArrayBuffer>> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > largest) throw new Error(`an answer of more than ${largest} bytes`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
};
