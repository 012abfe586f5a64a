/**
 * What screens read from the query string of their address; an invalid value is dropped instead of rejecting the page. Without zod,
 * because every page loads this file.
 */
type Read<T> = (value: unknown) => T | undefined;
type Fields = Record<string, Read<string>>;
type Search<F extends Fields> = { [Name in keyof F]?: ReturnType<F[Name]> };

/** An invalid value is replaced by undefined, because the router would keep the raw value of a name that is left out. */
const reader =
  <const F extends Fields>(fields: F) =>
  (search: Record<string, unknown>): Search<F> =>
    Object.fromEntries(Object.entries(fields).map(([name, read]) => [name, read(search[name])])) as Search<F>;

const text: Read<string> = (value) =>
  typeof value === 'string' && value.length > 0 && value.length <= 500 ? value : undefined;
const uuid: Read<string> = (value) =>
  typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value) ? value : undefined;
const oneOf =
  <const Values extends readonly string[]>(values: Values): Read<Values[number]> =>
  (value) =>
    values.find((each) => each === value);

/** A calendar day, yyyy-MM-dd. */
const day: Read<string> = (value) => {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return undefined;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value) ? value : undefined;
};

/**
 * A path of this app to open after sign-in. Addresses of other sites are dropped, even when they are disguised with
 * tabs or line breaks, which browsers ignore.
 */
const innerPath: Read<string> = (value) =>
  typeof value === 'string' && value.length <= 1000 && /^\/(?![/\\])[^\t\r\n]*$/.test(value) ? value : undefined;

export const authSearch = reader({ tab: oneOf(['login', 'register']), email: text, next: innerPath, problem: text });
export const tokenSearch = reader({ token: text });
export const invitationSearch = reader({ token: text, email: text });
export const emailSearch = reader({ email: text });
export const settingsSearch = reader({ tab: oneOf(['profile', 'account']) });
export const setupSearch = reader({ propertyId: uuid, caseId: text, caseNumber: text });
export const sortPhotosSearch = reader({ runId: text });
const area = { runId: text, sessionId: text, areaName: text, propertyId: uuid };
export const areaSearch = reader(area);
/** `finish` opens the sheet that completes the area. */
export const areaInspectionSearch = reader({ ...area, finish: oneOf(['true']) });
export const inspectionsSearch = reader({ propertyId: uuid, area: text });
/** `sessionId`: the area session that the live inspection belongs to. */
export const liveSearch = reader({ propertyId: uuid, area: text, sessionId: text });
/** `sessionId` instead of `inspectionId`: the area session that the photos belong to. */
export const photoSearch = reader({
  inspectionId: text,
  sessionId: text,
  category: text,
  aiRequest: oneOf(['true', 'false']),
});
export const messagesSearch = reader({ inspectionId: text, withUserId: text });
export const adminSearch = reader({
  tab: oneOf(['cases', 'monitoring', 'pip-review', 'analytics', 'portfolio', 'learning', 'users', 'integrations']),
  status: text,
  q: text,
  inspectionId: text,
  propertyId: uuid,
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
