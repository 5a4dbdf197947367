import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { assertFree, portNames, portsFrom, randomPorts } from './ports.ts';

const occupy = async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { port, free: () => new Promise((resolve) => server.close(resolve)) };
};

describe('ports', () => {
  it('numbers the ports from PORT: staff, intake, mailbox, services', () => {
    const ports = portsFrom(4000);
    expect([ports.staff, ports.intake, ports.mailbox]).toEqual([4000, 4001, 4002]);
    expect(Object.values(ports)).toEqual(portNames.map((_, index) => 4000 + index));
  });

  it.each([0, -1, 65_530, 4000.5, Number.NaN])('rejects to start at %s', (port) => {
    expect(() => portsFrom(port)).toThrow('PORT must be a whole number');
  });

  it('names a taken port in the error', async () => {
    const taken = await occupy();
    const ports = { ...randomPorts(), staff: 4000, mailbox: taken.port };
    await expect(assertFree({ ...ports, staff: 0 }, '127.0.0.1')).rejects.toThrow(
      `Port ${taken.port} is in use by another program`,
    );
    await expect(assertFree({ ...randomPorts(), database: taken.port }, '127.0.0.1')).resolves.toBeUndefined();
    await taken.free();
    await expect(assertFree({ ...ports, staff: 0 }, '127.0.0.1')).resolves.toBeUndefined();
  });
});
