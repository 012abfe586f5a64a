import { z } from 'zod';

/** A string in the query; an invalid one is dropped instead of rejecting the page. */
const text = z.string().min(1).max(500).optional().catch(undefined);
const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values).optional().catch(undefined);

/** A calendar day, yyyy-MM-dd. */
const day = z.iso.date().optional().catch(undefined);

/**
 * A path of this app to open after sign-in. Addresses of other sites are dropped, even when they are disguised with
 * tabs or line breaks, which browsers ignore.
 */
const innerPath = z
  .string()
  .regex(/^\/(?![/\\])[^\t\r\n]*$/)
  .max(1000)
  .optional()
  .catch(undefined);

export const authSearch = z.object({ tab: oneOf(['login', 'register']), email: text, next: innerPath, problem: text });
export const tokenSearch = z.object({ token: text });
export const invitationSearch = z.object({ token: text, email: text });
export const emailSearch = z.object({ email: text });
export const settingsSearch = z.object({ tab: oneOf(['profile', 'account']) });
export const setupSearch = z.object({ propertyId: text, caseId: text, caseNumber: text });
export const sortPhotosSearch = z.object({ runId: text });
export const areaSearch = z.object({ runId: text, sessionId: text, areaName: text, propertyId: text });
/** `finish` opens the sheet that completes the area. */
export const areaInspectionSearch = areaSearch.extend({ finish: oneOf(['true']) });
export const inspectionsSearch = z.object({ propertyId: text, area: text });
/** `sessionId`: the area session that the live inspection belongs to. */
export const liveSearch = z.object({ propertyId: text, area: text, sessionId: text });
/** `sessionId` instead of `inspectionId`: the area session that the photos belong to. */
export const photoSearch = z.object({
  inspectionId: text,
  sessionId: text,
  category: text,
  aiRequest: oneOf(['true', 'false']),
});
export const messagesSearch = z.object({ inspectionId: text, withUserId: text });
export const adminSearch = z.object({
  tab: oneOf(['cases', 'monitoring', 'pip-review', 'analytics', 'portfolio', 'learning', 'users', 'integrations']),
  status: text,
  q: text,
  inspectionId: text,
  propertyId: text,
  flagged: oneOf(['true']),
  overdue: oneOf(['true']),
  type: text,
  sort: text,
  direction: oneOf(['asc', 'desc']),
  from: day,
  to: day,
  brand: text,
  state: text,
});
