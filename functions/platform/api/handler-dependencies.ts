import type { Repository, SharedRepository } from '#functions/platform/store/repository.ts';
import type { Adapter } from './dependencies.ts';

/** Something that a handler works with and that its Lambda must have the means and the rights for. */
export type HandlerDependency = Repository | SharedRepository | Adapter;

/** What a handler needs, by the names that it has for it. */
export type HandlerDependencies = Readonly<Record<string, HandlerDependency>>;
