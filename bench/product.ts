import { startStack } from '#local/stack.ts';
import { recordRequests } from './recording.ts';

/** Runs the product without its sites in this process until its parent lets go of it, and tells the parent where it is. */
recordRequests((name, waves) => process.send?.({ name, waves }));
const [dataDir = ''] = process.argv.slice(2);
const stack = await startStack({ dataDir, ports: 'random', rateLimits: 'off' });
const stop = () => void stack.close().finally(() => process.exit());
process.once('disconnect', stop);
process.once('SIGTERM', stop);
process.once('message', () => void stack.background.close().then(() => process.send?.({ ended: 'background' })));

const { staffUrl, userPoolUrl, userPoolClientId, services } = stack;
const { pid: enginePid, url: databaseUrl } = services.database;
process.send?.({ staffUrl, userPoolUrl, userPoolClientId, enginePid, databaseUrl, pid: process.pid });
