import { messageOf } from '#domain/shared/contract/client.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import { backupCommand, restoreBackupCommand } from './operator/backup/backup.command.ts';
import { circuitsCommand } from './operator/circuits/circuits.command.ts';
import { type Command, commandTyped, readArguments, UsageError, usageOf, usageOfAll } from './operator/command.ts';
import { effectsCommand } from './operator/effects/effects.command.ts';
import { importCommand } from './operator/imports/import.command.ts';
import {
  addHomeCommand,
  allowAddressCommand,
  createOrganizationCommand,
  forgetCommand,
  inviteOwnerCommand,
  organizationCommand,
} from './operator/organization/organization.command.ts';
import { queuesCommand } from './operator/queues/queues.command.ts';
import { reindexCommand } from './operator/reindex/reindex.command.ts';
import { restoreCommand, restoreDrillCommand } from './operator/restore/restore.command.ts';

export const commands: readonly Command[] = [
  createOrganizationCommand,
  inviteOwnerCommand,
  addHomeCommand,
  forgetCommand,
  allowAddressCommand,
  reindexCommand,
  restoreCommand,
  restoreDrillCommand,
  queuesCommand,
  circuitsCommand,
  effectsCommand,
  organizationCommand,
  importCommand,
  backupCommand,
  restoreBackupCommand,
];

async function main(typed: readonly string[]): Promise<void> {
  const { command, word, asked, help } = readArguments(commands, typed);
  const output = help ? usageOfAll(commands) : await command?.run(asked, word);
  if (output === undefined) throw new Error(usageOfAll(commands));
  process.stdout.write(`${output}\n`);
}

if (import.meta.main) {
  const typed = process.argv.slice(2);
  main(typed).catch((error: unknown) => {
    const message = error instanceof AppError ? Object.values(error.body).flat().join('\n') : messageOf(error);
    const help = error instanceof UsageError ? `\n\n${usageOf(commands, commandTyped(typed))}` : '';
    process.stderr.write(`${message}${help}\n`);
    process.exitCode = 1;
  });
}
