import websocket from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import type { AppConfig } from '#contract/app-config.ts';
import type { Analyser } from '#server/analysis/analyser.service.ts';
import { analyticsRoutes } from '#server/analytics/analytics.routes.ts';
import { createAnalyticsService } from '#server/analytics/analytics.service.ts';
import { buildApp } from '#server/app.ts';
import { areaRoutes } from '#server/areas/areas.routes.ts';
import { createAreasService } from '#server/areas/areas.service.ts';
import { caseJobs } from '#server/cases/cases.jobs.ts';
import { caseRoutes } from '#server/cases/cases.routes.ts';
import { createCasesService } from '#server/cases/cases.service.ts';
import { requirementRoutes } from '#server/cases/requirements.routes.ts';
import { createRequirementsService } from '#server/cases/requirements.service.ts';
import { checklistRoutes } from '#server/checklists/checklists.routes.ts';
import { createChecklistsService } from '#server/checklists/checklists.service.ts';
import type { Config } from '#server/config.ts';
import { createEvidenceService } from '#server/evidence/evidence.service.ts';
import { healthRoutes } from '#server/health/health.routes.ts';
import { inspectionRoutes } from '#server/inspections/inspections.routes.ts';
import { createInspectionsService } from '#server/inspections/inspections.service.ts';
import { issueRoutes } from '#server/issues/issues.routes.ts';
import { createIssuesService } from '#server/issues/issues.service.ts';
import { createFramesService } from '#server/live/frames.service.ts';
import { frameRoutes } from '#server/live/live.routes.ts';
import { createUpdatesService } from '#server/live/updates.service.ts';
import { messageRoutes } from '#server/messages/messages.routes.ts';
import { createMessagesService } from '#server/messages/messages.service.ts';
import { notificationRoutes } from '#server/notifications/notifications.routes.ts';
import { createNotificationsService } from '#server/notifications/notifications.service.ts';
import { openApi } from '#server/openapi.ts';
import { photoJobs } from '#server/photos/photos.jobs.ts';
import { photoRoutes } from '#server/photos/photos.routes.ts';
import { thumbnailUrl } from '#server/photos/photos.rules.ts';
import { createPhotosService } from '#server/photos/photos.service.ts';
import { createStillsService } from '#server/photos/stills.service.ts';
import { auditRoutes } from '#server/platform/audit/audit.routes.ts';
import { createLimits } from '#server/platform/auth/limits.ts';
import { createChanges } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import type { LiveHub } from '#server/platform/live/hub.ts';
import { liveRoutes } from '#server/platform/live/live.routes.ts';
import type { Logger } from '#server/platform/logger/logger.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import type { Outbox } from '#server/platform/mail/outbox.ts';
import { outboxRoutes } from '#server/platform/mail/outbox.routes.ts';
import type { JobDefinition, Queue } from '#server/platform/queue/queue.ts';
import type { DiskStorage } from '#server/platform/storage/disk.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import { uploadRoutes } from '#server/platform/storage/uploads.routes.ts';
import { propertyRoutes } from '#server/properties/properties.routes.ts';
import { createPropertiesService } from '#server/properties/properties.service.ts';
import { recordingJobs } from '#server/recordings/recordings.jobs.ts';
import { recordingRoutes } from '#server/recordings/recordings.routes.ts';
import { createRecordingsService } from '#server/recordings/recordings.service.ts';
import { createExportsService } from '#server/reports/export/exports.service.ts';
import { reportRoutes } from '#server/reports/reports.routes.ts';
import { createReportsService } from '#server/reports/reports.service.ts';
import { runRoutes } from '#server/runs/runs.routes.ts';
import { createRunsService } from '#server/runs/runs.service.ts';
import { createSample } from '#server/sample/sample.service.ts';
import { statsRoutes } from '#server/stats/stats.routes.ts';
import { createStatsService } from '#server/stats/stats.service.ts';
import { uploadJobs } from '#server/uploads/uploads.jobs.ts';
import { s3Routes } from '#server/uploads/uploads.routes.ts';
import { createUploadsService } from '#server/uploads/uploads.service.ts';
import { sessionAlive } from '#server/users/users.repository.ts';
import { userJobs } from '#server/users/users.jobs.ts';
import { userRoutes } from '#server/users/users.routes.ts';
import { createSessionsService } from '#server/users/sessions.service.ts';
import { createUsersService } from '#server/users/users.service.ts';
import { serveWeb } from '#server/web.ts';

export interface SystemDeps {
  config: Config;
  logger: Logger;
  db: Database;
  queue: Queue;
  live: LiveHub;
  storage: Storage;
  /** The same storage where it is the disk: it takes uploads itself. */
  disk: DiskStorage | null;
  mailer: Mailer;
  /** The same mailer where it is the outbox: admins read it in the app. */
  outbox: Outbox | null;
  analyser: Analyser;
  /** Folder of the built web application. */
  webFolder: string;
}

export interface System {
  app: FastifyInstance;
  jobs: JobDefinition<object>[];
  services: ReturnType<typeof createServices>;
  /** Where the server is reached; known once it listens. */
  setOrigin(origin: string): void;
}

function createServices(deps: SystemDeps) {
  const { db, config } = deps;
  const changes = createChanges(deps);
  const limits = createLimits(config.rateLimit);
  const sessions = createSessionsService({ db, config });
  const users = createUsersService({ db, config, changes, limits, sessions });
  const notifications = createNotificationsService({ db, changes, config });
  const cases = createCasesService({ db, config, changes, limits, notifications });
  const requirements = createRequirementsService(deps);
  const properties = createPropertiesService({ db, changes });
  const areas = createAreasService({ db, config, changes, notifications });
  const inspections = createInspectionsService({ db, changes, notifications });
  const evidence = createEvidenceService({ areas, inspections });
  const runs = createRunsService({ db, changes, areas });
  const issues = createIssuesService({ db, changes, evidence });
  const uploads = createUploadsService({ ...deps, changes });
  const photos = createPhotosService({ ...deps, changes, evidence });
  const recordings = createRecordingsService({
    ...deps,
    changes,
    inspections,
    evidence,
    maxBytes: config.recordingMaxBytes,
  });
  const reports = createReportsService({
    db,
    changes,
    settings: config.pip,
    notifications,
    views: {
      inspections: (ids, actor) => inspections.viewByIds(actor, ids),
      issues: (ids, actor) => issues.viewByIds(actor, ids),
      thumbnailUrl,
    },
  });
  const exports = createExportsService({ photos });
  const checklists = createChecklistsService({ db, changes });
  const stills = createStillsService({ storage: deps.storage, changes });
  const frames = createFramesService({ ...deps, changes, limits, evidence, stills });
  const alive = (id: string) => sessionAlive(db, id);
  const updates = createUpdatesService({ db, changes, limits, evidence, inspections, sessionAlive: alive });
  const analytics = createAnalyticsService({ db });
  const stats = createStatsService({ db, inspections });
  const messages = createMessagesService({ db, config, changes, inspections, notifications });
  const sample = createSample({
    ...deps,
    changes,
    sessions,
    cases,
    properties,
    runs,
    areas,
    evidence,
    photos,
    issues,
    inspections,
    reports,
    messages,
  });
  return {
    changes,
    sessions,
    users,
    notifications,
    cases,
    requirements,
    properties,
    areas,
    inspections,
    evidence,
    checklists,
    frames,
    updates,
    runs,
    issues,
    uploads,
    photos,
    recordings,
    reports,
    exports,
    analytics,
    stats,
    messages,
    sample,
  };
}

/** Builds everything once from the parts that touch the outside, and wires the routes. Nothing is started. */
export async function createSystem(deps: SystemDeps): Promise<System> {
  const { config, db, logger } = deps;
  const services = createServices(deps);
  let origin = config.publicUrl ?? `http://${config.host}:${config.port}`;
  const cookies = { secure: config.publicUrl?.startsWith('https:') ?? false };
  const app = await buildApp({
    logger,
    sessionSecret: config.sessionSecret,
    cookies,
    publicOrigin: config.publicUrl,
    uploadOrigin: deps.disk ? null : new URL(deps.storage.locationOf('uploads', '')).origin,
    resolveSession: services.sessions.resolve,
  });
  await app.register(websocket, { options: { maxPayload: 64 * 1024 } });
  await openApi(app);
  if (deps.disk) await app.register(uploadRoutes, { disk: deps.disk });
  const sampleData = (): AppConfig['sampleData'] => services.sample.state();
  // Behind a proxy the configured address holds; else whatever the browser called us by.
  const originOf = (request: { protocol: string; host: string }) =>
    config.publicUrl ?? `${request.protocol}://${request.host}`;

  await app.register(async (routes) => {
    healthRoutes(routes, { ...deps, sampleData });
    userRoutes(routes, { users: services.users, config, cookies });
    statsRoutes(routes, services);
    analyticsRoutes(routes, services);
    notificationRoutes(routes, services);
    caseRoutes(routes, services);
    await routes.register(requirementRoutes, services);
    propertyRoutes(routes, services);
    runRoutes(routes, { runs: services.runs, loadProperty: services.properties.load });
    areaRoutes(routes, services);
    checklistRoutes(routes, services);
    inspectionRoutes(routes, services);
    issueRoutes(routes, services);
    s3Routes(routes, { uploads: services.uploads, originOf });
    photoRoutes(routes, { ...services, originOf });
    recordingRoutes(routes, services);
    reportRoutes(routes, { ...services, areaSessions: services.areas });
    messageRoutes(routes, services);
    auditRoutes(routes, { db, namesOf: services.users.namesOf });
    outboxRoutes(routes, { outbox: deps.outbox });
    await routes.register(frameRoutes, services);
    liveRoutes(routes, {
      hub: deps.live,
      publicOrigin: config.publicUrl,
      sessionAlive: (id) => sessionAlive(db, id),
      receive: services.updates.receive,
    });
  });
  await serveWeb(app, deps.webFolder);

  const parts = { ...deps, changes: services.changes, origin: () => origin };
  const jobs: JobDefinition<object>[] = [
    ...userJobs(parts),
    ...caseJobs(parts),
    ...uploadJobs(parts),
    ...photoJobs({ ...parts, workers: config.analysisWorkers }),
    ...recordingJobs({ ...parts, scratch: config.scratchDir }),
    ...services.sample.jobs,
  ];
  return {
    app,
    jobs,
    services,
    setOrigin: (address) => {
      origin = config.publicUrl ?? address;
    },
  };
}
