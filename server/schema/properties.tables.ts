import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { propertyStatuses } from '#contract/properties.ts';
import { propertyTypes, type PropertyType } from '#contract/property-types.ts';
import { createdAt, oneOf, updatedAt, uuidKey } from './columns.ts';
import { users } from './users.tables.ts';

export const properties = pgTable(
  'properties',
  {
    id: uuidKey(),
    /** The owner; null once the owner has removed the property from the profile. Its data is kept. */
    userId: uuid('user_id').references(() => users.id),
    /** Who typed it in, even once it is removed; null for one from a case, and for those from before this was stored. */
    addedBy: uuid('added_by').references(() => users.id),
    name: text('name').notNull(),
    address: text('address').notNull(),
    city: text('city').notNull(),
    state: text('state').notNull(),
    zipCode: text('zip_code').notNull(),
    propertyType: text('property_type').$type<PropertyType>().notNull(),
    brandStandard: text('brand_standard'),
    totalRooms: integer('total_rooms'),
    status: text('status').$type<(typeof propertyStatuses)[number]>().notNull().default('active'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('properties_owner_index').on(table.userId, table.createdAt, table.id),
    index('properties_newest_index').on(table.createdAt, table.id),
    index('properties_added_index').on(table.addedBy, table.createdAt),
    oneOf('properties_type_check', table.propertyType, propertyTypes),
    oneOf('properties_status_check', table.status, propertyStatuses),
    check('properties_rooms_check', sql`${table.totalRooms} > 0`),
  ],
);
export type PropertyRow = typeof properties.$inferSelect;

/**
 * For lists of records that belong to properties, of which owners see those of their own properties (newestOfOwner).
 */
export const ownedProperties = { table: properties, id: properties.id, ownerId: properties.userId };
