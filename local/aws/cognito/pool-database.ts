import type { DatabaseSync } from 'node:sqlite';
import { openDurableDatabase } from '#local/aws/dynamodb/durable-database.ts';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS users (
    sub TEXT PRIMARY KEY, email TEXT NOT NULL UNIQUE, document TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS sign_ins (
    origin_jti TEXT PRIMARY KEY, sub TEXT NOT NULL, auth_time INTEGER NOT NULL,
    expires_at INTEGER NOT NULL, revoked INTEGER NOT NULL DEFAULT 0) STRICT;
  CREATE INDEX IF NOT EXISTS sign_ins_by_user ON sign_ins (sub);
  CREATE TABLE IF NOT EXISTS refresh_tokens (
    hash TEXT PRIMARY KEY, rotated_at INTEGER,
    origin_jti TEXT NOT NULL REFERENCES sign_ins ON DELETE CASCADE) STRICT;
  CREATE INDEX IF NOT EXISTS refresh_tokens_by_sign_in ON refresh_tokens (origin_jti);
  CREATE TABLE IF NOT EXISTS reset_codes (
    user_id TEXT PRIMARY KEY, hash TEXT NOT NULL, expires_at INTEGER NOT NULL, wrong_guesses INTEGER NOT NULL,
    window_start INTEGER NOT NULL, issued_in_window INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS failed_attempts (
    user_id TEXT PRIMARY KEY, failures INTEGER NOT NULL, locked_until INTEGER NOT NULL,
    last_at INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS secrets (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
`;

/** The pool's state; all instants are milliseconds since 1970. */
export function openPoolDatabase(path: string): DatabaseSync {
  return openDurableDatabase(path, SCHEMA);
}
