import * as z from 'zod';
import { CareBoard, CareCard } from '#domain/care/care.schema.ts';
import { sealedStore } from '../session/device/sealed-store.ts';

/** An older board names places that people have left. */
const knownMs = 7 * 24 * 3_600_000;
const boardName = (profileId: string): string => `${profileId}/care-board`;
const tagsName = (profileId: string): string => `${profileId}/care-tags`;

/** Stores who is in care, so that a tag can be read without a connection. */
export const keepBoard = (profileId: string, board: CareBoard): Promise<boolean> =>
  sealedStore.keep(boardName(profileId), profileId, board);

const knownTags = async (profileId: string): Promise<CareCard[]> =>
  z.array(CareCard).safeParse(await sealedStore.open(tagsName(profileId), profileId, knownMs)).data ?? [];

/** Also stores a person whose tag was read or given here and who is not on the board yet. */
export const keepTag = async (profileId: string, card: CareCard): Promise<boolean> => {
  const others = (await knownTags(profileId)).filter(({ id }) => id !== card.id);
  return sealedStore.keep(tagsName(profileId), profileId, [card, ...others].slice(0, 50));
};

export const keptBoard = async (profileId: string): Promise<CareBoard | undefined> =>
  CareBoard.safeParse(await sealedStore.open(boardName(profileId), profileId, knownMs)).data;

export const keptTag = async (profileId: string, tag: string): Promise<CareCard | undefined> =>
  (await knownTags(profileId)).find((card) => card.tag === tag);
