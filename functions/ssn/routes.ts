import { ssnEndpoints } from '#domain/ssn/ssn.endpoints.ts';
import { disclosuresOf } from '#functions/kernel/handler.ts';
import { retrieveSsn } from './retrieve-ssn.ts';

export const ssnRoutes = disclosuresOf(ssnEndpoints, { retrieve: retrieveSsn });
