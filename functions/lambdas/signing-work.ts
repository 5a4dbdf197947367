import { setting } from '#functions/platform/adapters/env.ts';
import { docusealLimitMs } from '#functions/signatures/client/docuseal.ts';
import { signingWorkHandlers } from '#functions/signatures/worker/signing-work-handlers.ts';
import { bucket } from './wiring/documents.ts';
import { allowedServices, docusealAccounts, partnerDecryptor } from './wiring/partners.ts';
import { table as makeTable } from './wiring/table.ts';
import { work } from './wiring/worker.ts';
import { keyWrapper, now } from './wiring.ts';

const table = makeTable();

export const handler = work(
  signingWorkHandlers({
    table,
    accounts: docusealAccounts({
      table,
      opener: partnerDecryptor(),
      services: allowedServices(),
      limitMs: docusealLimitMs.worker,
    }),
    bucket: bucket(),
    keyWrapper: keyWrapper(),
    now,
    leaseSeconds: Number(setting('EFFECT_LEASE_SECONDS')),
  }),
);
