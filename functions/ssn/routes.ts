import { ssnEndpoints } from '#domain/ssn/ssn.endpoints.ts';
import { routesOf } from '#functions/kernel/handler.ts';
import { retrieveSsn } from './retrieve-ssn.ts';

export const ssnRoutes = routesOf(ssnEndpoints, { retrieve: retrieveSsn });
