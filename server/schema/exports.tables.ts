import { bigint, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { dataExportStates, type DataExportState } from '#contract/data-exports.ts';
import { createdAt, oneOf, timestamptz, uuidKey } from './columns.ts';
import { users } from './users.tables.ts';

/** Exports of the data that the product stores about a user, for that user. */
export const dataExports = pgTable(
  'data_exports',
  {
    id: uuidKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    state: text('state').$type<DataExportState>().notNull().default('waiting'),
    storageKey: text('storage_key').notNull().unique('data_exports_storage_key_unique'),
    bytes: bigint('bytes', { mode: 'number' }),
    expiresAt: timestamptz('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('data_exports_user_index').on(table.userId, table.createdAt),
    index('data_exports_expiry_index').on(table.expiresAt),
    oneOf('data_exports_state_check', table.state, dataExportStates),
  ],
);
export type DataExportRow = typeof dataExports.$inferSelect;
