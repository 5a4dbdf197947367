import { createServer } from 'node:net';

/** In order after PORT. */
export const portNames = [
  'staff',
  'intake',
  'mailbox',
  'userPool',
  'botCheck',
  'api',
  'database',
  'keys',
  'secrets',
  'events',
  'queues',
  'storage',
  'sessions',
  'scans',
  'docuseal',
  'quickbooks',
  'google',
] as const;
export type PortName = (typeof portNames)[number];
export type Ports = Record<PortName, number>;

export const DEFAULT_PORT = 4000;

/** Returns PORT for the staff site, the next one for intake, and so on. Throws if they exceed the range. */
export function portsFrom(base: number): Ports {
  if (!Number.isInteger(base) || base < 1 || base + portNames.length > 65_536) {
    throw new Error(`PORT must be a whole number from 1 to ${65_536 - portNames.length}, not "${base}".`);
  }
  return ports((index) => base + index);
}

export const randomPorts = (): Ports => ports(() => 0);

function ports(portOf: (index: number) => number): Ports {
  return Object.fromEntries(portNames.map((name, index) => [name, portOf(index)])) as Ports;
}

/**
 * Throws a readable error if a port is taken; `host` is where the sites listen. The database's is not checked: the
 * engine of a killed product may still run, and the next start ends it.
 */
export async function assertFree(ports: Ports, host: string): Promise<void> {
  const atSites: readonly PortName[] = ['staff', 'intake'];
  const looked = portNames.filter((name) => name !== 'database');
  const probes = looked.map(async (name) => {
    const problem = await tryListen(ports[name], atSites.includes(name) ? host : '127.0.0.1');
    return problem === undefined ? undefined : { port: ports[name], problem };
  });
  const taken = (await Promise.all(probes)).filter((probe) => probe !== undefined);
  const [first] = taken;
  if (!first) return;
  const base = ports.staff;
  const other = base + 100 + portNames.length > 65_536 ? DEFAULT_PORT : base + 100;
  const shown = taken.slice(0, 3).map(({ port }) => port);
  const numbers = `${shown.join(', ')}${taken.length > 3 ? ` and ${taken.length - 3} more` : ''}`;
  if (first.problem === 'EADDRINUSE') {
    throw new Error(
      `${taken.length > 1 ? `Ports ${numbers} are` : `Port ${numbers} is`} in use by another program. ` +
        `Stillwater needs ${base} to ${base + portNames.length - 1}. Stop that program, or choose other ports: ` +
        `PORT=${other} npm start`,
    );
  }
  throw new Error(
    `Stillwater cannot listen on port ${numbers} of ${host} (${first.problem}). Try PORT=${other} npm start`,
  );
}

function tryListen(port: number, host: string): Promise<string | undefined> {
  if (port === 0) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    probe.listen(port, host, () => probe.close(() => resolve(undefined)));
  });
}
