import type { Statement } from '../statement.ts';
import { apiCalls } from './api-calls.ts';
import { apiCommands } from './api-commands.ts';
import { apiCommon } from './api-common.ts';
import { decisions } from './decisions.ts';
import { domain } from './domain.ts';
import { calls } from './spec-calls.ts';
import { constants } from './spec-constants.ts';
import { entities } from './spec-entities.ts';
import { errors } from './spec-errors.ts';
import { purpose } from './spec-purpose.ts';
import { roles } from './spec-roles.ts';
import { screensAccess } from './spec-screens-access.ts';
import { screensAdmin } from './spec-screens-admin.ts';
import { screensAreas } from './spec-screens-areas.ts';
import { screensOwner } from './spec-screens-owner.ts';
import { screensPhotos } from './spec-screens-photos.ts';
import { states } from './spec-states.ts';
import { validation } from './spec-validation.ts';

/** Every statement of the specification, page by page and in the order of each page. */
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
  ...apiCommon,
  ...apiCalls,
  ...apiCommands,
  ...decisions,
  ...domain,
];
