import { calls } from './calls.ts';
import { constants } from './constants.ts';
import { entities } from './entities.ts';
import { errors } from './errors.ts';
import { purpose } from './purpose.ts';
import { roles } from './roles.ts';
import { screensAccess } from './screens-access.ts';
import { screensAdmin } from './screens-admin.ts';
import { screensAreas } from './screens-areas.ts';
import { screensOwner } from './screens-owner.ts';
import { screensPhotos } from './screens-photos.ts';
import { states } from './states.ts';
import { validation } from './validation.ts';
import type { Statement } from './statement.ts';

/** Every statement of the specification, in its order. */
export const statements: Statement[] = [
  ...purpose,
  ...screensAccess,
  ...screensOwner,
  ...screensPhotos,
  ...screensAreas,
  ...screensAdmin,
  ...entities,
  ...states,
  ...validation,
  ...roles,
  ...calls,
  ...errors,
  ...constants,
];
