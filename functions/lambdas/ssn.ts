import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import { retrieveSsn } from '#functions/cases/retrieve-ssn.ts';
import { createApi, implement } from '#functions/kernel/api.ts';
import { apiSettings, cipher, logger, now, table } from './parts.ts';

export const handler = createApi(
  implement({ retrieveSsn: caseEndpoints.retrieveSsn }, { retrieveSsn }),
  { table: table(), logger, now, cipher: cipher() },
  apiSettings(),
);
