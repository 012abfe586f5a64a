import { z } from 'zod';
import { caseSchema } from './cases.ts';
import { changedText, id, pageQuery, parseNumber, optionalText, requiredText, timestamp } from './common.ts';
import { propertyTypes } from './property-types.ts';

export const propertyStatuses = ['active', 'inactive'] as const;

/** `q`: words, each a part of the name or the city. */
export const propertyListQuery = pageQuery.extend({ q: z.string().trim().max(200).optional() });

const roomsOf = (value: unknown) => (value === '' || value === undefined ? null : parseNumber(value));
export const totalRoomsField = z.preprocess(
  roomsOf,
  z
    .number({ error: 'Rooms must be a number' })
    .int('Rooms must be a whole number')
    .positive('Rooms must be a positive number')
    .max(100_000)
    .nullable(),
);

/** The actions that the caller may take on a property now. */
export const propertyAbilitiesSchema = z.object({
  edit: z.boolean(),
  delete: z.boolean(),
  startInspection: z.boolean(),
});

export const propertySchema = z.object({
  id,
  userId: id.nullable(),
  name: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  propertyType: z.enum(propertyTypes),
  brandStandard: z.string().nullable(),
  totalRooms: z.number().int().nullable(),
  status: z.enum(propertyStatuses),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type Property = z.infer<typeof propertySchema>;

export const propertyListItemSchema = propertySchema.extend({
  pendingCases: z.array(caseSchema),
  hasProgress: z.boolean(),
  abilities: propertyAbilitiesSchema,
});
export type PropertyListItem = z.infer<typeof propertyListItemSchema>;

export const propertyInputSchema = z.object({
  name: requiredText('Property name is required', 200),
  address: requiredText('Property address is required', 300),
  city: requiredText('City is required', 100),
  state: requiredText('State is required', 100),
  zipCode: requiredText('ZIP code is required', 20),
  propertyType: z.enum(propertyTypes, { error: 'Property type is required' }).default('hotel'),
  brandStandard: optionalText(200),
  totalRooms: totalRoomsField.optional(),
  status: z.enum(propertyStatuses).default('active'),
});
export type PropertyInput = z.input<typeof propertyInputSchema>;

/** A change contains only the fields that change. */
export const propertyPatchSchema = z.object({
  name: propertyInputSchema.shape.name.optional(),
  address: propertyInputSchema.shape.address.optional(),
  city: propertyInputSchema.shape.city.optional(),
  state: propertyInputSchema.shape.state.optional(),
  zipCode: propertyInputSchema.shape.zipCode.optional(),
  propertyType: z.enum(propertyTypes, { error: 'Property type is required' }).optional(),
  brandStandard: changedText(200),
  totalRooms: totalRoomsField.optional(),
  status: z.enum(propertyStatuses).optional(),
});
