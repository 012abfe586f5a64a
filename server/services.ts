import { photoThumbnailUrl } from '#contract/photos.ts';
import type { Analyser } from '#server/analysis/analyser.service.ts';
import { createAnalyticsService } from '#server/analytics/analytics.service.ts';
import { createCaseStatesService } from '#server/cases/case-states.service.ts';
import { createCasesService } from '#server/cases/cases.service.ts';
import { createRequirementsService } from '#server/cases/requirements.service.ts';
import { createChecklistsService } from '#server/checklists/checklists.service.ts';
import type { Config } from '#server/config.ts';
import { createAiFindingsService } from '#server/findings/ai-findings.service.ts';
import { createCheckFindingsService } from '#server/findings/check-findings.service.ts';
import { createFindingsService } from '#server/findings/findings.service.ts';
import { createConfirmationService } from '#server/frames/confirmation.service.ts';
import { createFramesService } from '#server/frames/frames.service.ts';
import { createPageMessagesService } from '#server/frames/page-messages.service.ts';
import { createAreasService } from '#server/inspections/areas.service.ts';
import { createInspectionsService } from '#server/inspections/inspections.service.ts';
import { createRunsService } from '#server/inspections/runs.service.ts';
import { createScopesService } from '#server/inspections/scope.service.ts';
import { createWorkflowService } from '#server/inspections/workflow.service.ts';
import { createMessagesService } from '#server/messages/messages.service.ts';
import { createNotificationsService } from '#server/notifications/notifications.service.ts';
import { createPhotoCopies } from '#server/photos/copies.service.ts';
import { createPhotosService } from '#server/photos/photos.service.ts';
import { createPhotoRegistration } from '#server/photos/registration/registration.service.ts';
import { createStillsService } from '#server/photos/stills.service.ts';
import { createAuditService } from '#server/platform/audit/audit.service.ts';
import { createLimits } from '#server/platform/auth/limits.ts';
import type { Passwords } from '#server/platform/auth/passwords.ts';
import { createChanges } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import type { EventHub } from '#server/platform/events/hub.ts';
import type { Logger } from '#server/platform/logger/logger.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import type { Queue } from '#server/platform/queue/queue.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import { createLinkingService } from '#server/properties/linking.service.ts';
import { createPropertiesService } from '#server/properties/properties.service.ts';
import { createRecordingsService } from '#server/recordings/recordings.service.ts';
import { createRecordingRegistration } from '#server/recordings/registration/registration.service.ts';
import { createExportsService } from '#server/reports/export/exports.service.ts';
import { createReportsService } from '#server/reports/reports.service.ts';
import type { DrawPictures } from '#server/sample/sample.pictures.ts';
import { createSample } from '#server/sample/sample.service.ts';
import { createStatsService } from '#server/stats/stats.service.ts';
import { createUploadedFilesService } from '#server/uploads/uploaded-files.service.ts';
import { createUploadsService } from '#server/uploads/uploads.service.ts';
import { createAccountLinksService } from '#server/users/account-links.service.ts';
import { createAddressesService } from '#server/users/addresses.service.ts';
import { createInvitationsService } from '#server/users/invitations.service.ts';
import { createPasswordResetService } from '#server/users/password-reset.service.ts';
import { createSessionsService } from '#server/users/sessions.service.ts';
import { createUsersService } from '#server/users/users.service.ts';

/** What the services reach the outside by. */
export interface Outside {
  config: Config;
  logger: Logger;
  db: Database;
  queue: Queue;
  events: EventHub;
  storage: Storage;
  mailer: Mailer;
  analyser: Analyser;
  passwords: Passwords;
  drawPictures: DrawPictures;
}

/** Builds every service once, each from the ones before it. */
export function createServices(outside: Outside) {
  const { config } = outside;
  const audit = createAuditService(outside);
  const changes = createChanges({ ...outside, audit });
  const base = { ...outside, changes, limits: createLimits(config.rateLimit) };

  const sessions = createSessionsService(base);
  const accountLinks = createAccountLinksService(base);
  const addresses = createAddressesService({ ...base, accountLinks });
  const passwordReset = createPasswordResetService({ ...base, sessions, accountLinks });
  const invitations = createInvitationsService({ ...base, accountLinks, addresses });
  const users = createUsersService({ ...base, sessions, accountLinks, addresses, invitations });
  const notifications = createNotificationsService(base);

  const caseStates = createCaseStatesService({ ...base, notifications, addresses });
  const cases = createCasesService({ ...base, notifications, caseStates });
  const requirements = createRequirementsService(base);
  const uploads = createUploadsService(base);
  const uploadedFiles = createUploadedFilesService(base);

  const workflow = createWorkflowService({ notifications, caseStates });
  const areas = createAreasService({ ...base, workflow, caseStates });
  const inspections = createInspectionsService({ ...base, notifications, workflow });
  const runs = createRunsService({ ...base, areas, caseStates });
  const scopes = createScopesService({ ...base, areas, inspections });
  const properties = createPropertiesService({ ...base, cases, activeRunsOf: runs.activeOf });
  const linking = createLinkingService({ ...base, cases });

  const scoped = { ...base, scopes, workflow };
  const findings = createFindingsService(scoped);
  const aiFindings = createAiFindingsService(base);
  const checkFindings = createCheckFindingsService();
  const copies = createPhotoCopies(base);
  const photoRegistration = createPhotoRegistration({ ...scoped, uploadedFiles });
  const photos = createPhotosService({
    ...scoped,
    findings,
    aiFindings,
    uploadedFiles,
    copies,
    registration: photoRegistration,
  });
  const stills = createStillsService(scoped);
  const checklists = createChecklistsService({ ...scoped, areas, aiFindings, checkFindings });
  const recordingRegistration = createRecordingRegistration({
    ...scoped,
    inspections,
    uploadedFiles,
    maxBytes: config.recordingMaxBytes,
  });
  const recordings = createRecordingsService({ ...base, inspections, registration: recordingRegistration });
  const confirmation = createConfirmationService({ ...scoped, areas, checklists, aiFindings, stills });
  const frames = createFramesService({ ...scoped, aiFindings, confirmation });
  const pageMessages = createPageMessagesService({
    ...scoped,
    inspections,
    findings,
    sessionAlive: sessions.isAlive,
  });

  const reports = createReportsService({
    ...base,
    settings: config.pip,
    notifications,
    related: {
      inspections: (ids, actor) => inspections.viewByIds(actor, ids),
      findings: (ids, actor) => findings.viewByIds(actor, ids),
      thumbnailUrl: photoThumbnailUrl,
    },
  });
  const exports = createExportsService({ photos });
  const analytics = createAnalyticsService(base);
  const stats = createStatsService({ ...base, inspections });
  const messages = createMessagesService({ ...base, inspections, notifications });

  const services = {
    audit,
    changes,
    sessions,
    accountLinks,
    addresses,
    passwordReset,
    invitations,
    users,
    notifications,
    caseStates,
    cases,
    linking,
    requirements,
    properties,
    uploads,
    uploadedFiles,
    areas,
    inspections,
    runs,
    scopes,
    workflow,
    findings,
    aiFindings,
    copies,
    photos,
    checklists,
    recordings,
    frames,
    pageMessages,
    reports,
    exports,
    analytics,
    stats,
    messages,
  };
  return { ...services, sample: createSample({ ...outside, ...services }) };
}
