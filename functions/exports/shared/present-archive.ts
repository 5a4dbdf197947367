import { type Archive, archiveHours } from '#domain/exports/archive.schema.ts';
import type { ArchiveRecord } from '#functions/exports/repository.ts';

/** Returns until when an archive can be downloaded; null before it is ready. */
export const availableUntil = ({ ready_at }: Pick<ArchiveRecord, 'ready_at'>): string | null =>
  ready_at && new Date(Date.parse(ready_at) + archiveHours * 3_600_000).toISOString();

export const presentArchive = (record: ArchiveRecord, now: Date): Archive => {
  const available_until = availableUntil(record);
  const isOver = available_until !== null && available_until <= now.toISOString();
  return { ...record, available_until, state: isOver ? 'over' : record.state };
};
