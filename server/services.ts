import type { Analyzer } from '#server/analysis/analyzer.service.ts';
import { createLearningService } from '#server/analysis/learning/learning.service.ts';
import { createUsageService } from '#server/analysis/usage/usage.service.ts';
import { createAnalyticsService } from '#server/analytics/analytics.service.ts';
import { createPortfolioService } from '#server/analytics/portfolio.service.ts';
import { createPropertyPageService } from '#server/analytics/property-page.service.ts';
import { createSumsService } from '#server/analytics/sums.service.ts';
import { createBackupService } from '#server/backup/backup.service.ts';
import { productVersion } from '#server/backup/version.ts';
import { createCasePageService } from '#server/cases/page/case-page.service.ts';
import { createCasePlacesService } from '#server/cases/places/places.service.ts';
import { createCaseImportService } from '#server/cases/import/import.service.ts';
import { createCaseStatesService } from '#server/cases/case-states.service.ts';
import { createChecklistsErasure } from '#server/checklists/erasure.service.ts';
import { createFindingsErasure } from '#server/findings/erasure.service.ts';
import { createInspectionsErasure } from '#server/inspections/erasure.service.ts';
import { createPhotosErasure } from '#server/photos/erasure.service.ts';
import { createPlansErasure } from '#server/plans/erasure.service.ts';
import { createRecordingsErasure } from '#server/recordings/erasure.service.ts';
import { createCaseErasureService } from '#server/cases/erasure.service.ts';
import { createCasesService } from '#server/cases/cases.service.ts';
import { createRepeatsService } from '#server/cases/repeats/repeats.service.ts';
import { createRemindersService } from '#server/cases/reminders/reminders.service.ts';
import { createRequirementsService } from '#server/cases/requirements/requirements.service.ts';
import { createChecklistsService } from '#server/checklists/checklists.service.ts';
import { createAreaRequirementsService } from '#server/checklists/requirements.service.ts';
import type { Config } from '#server/config.ts';
import { createAiFindingsService } from '#server/findings/ai-findings.service.ts';
import { createCheckFindingsService } from '#server/findings/check-findings.service.ts';
import { createFindingsService } from '#server/findings/findings.service.ts';
import { createSameDefectsService } from '#server/findings/same-defects.service.ts';
import { createConfirmationService } from '#server/frames/confirmation.service.ts';
import { createFramesService } from '#server/frames/frames.service.ts';
import { createPageMessagesService } from '#server/frames/page-messages.service.ts';
import { createAreasService } from '#server/inspections/areas/areas.service.ts';
import { createDecisionsService } from '#server/inspections/review/decisions.service.ts';
import { createFiguresService } from '#server/inspections/figures/figures.service.ts';
import { createFlagsService } from '#server/inspections/review/flags.service.ts';
import { createInspectionsService } from '#server/inspections/inspections.service.ts';
import { createRunsService } from '#server/inspections/runs/runs.service.ts';
import { createScopesService } from '#server/inspections/scope.service.ts';
import { createWorkflowService } from '#server/inspections/workflow.service.ts';
import { createMessagesService } from '#server/messages/messages.service.ts';
import { createNotificationsService } from '#server/notifications/notifications.service.ts';
import { createPushService } from '#server/notifications/push.service.ts';
import { createPhotoCopies } from '#server/photos/copies.service.ts';
import { createPhotosService } from '#server/photos/photos.service.ts';
import { createPhotoRetention } from '#server/photos/photo-retention.service.ts';
import { createVoiceNotesService } from '#server/photos/voice-notes.service.ts';
import { createPhotoRegistration } from '#server/photos/registration/registration.service.ts';
import { createStillsService } from '#server/photos/stills.service.ts';
import { createAuditService } from '#server/platform/audit/audit.service.ts';
import type { AuditWitness } from '#server/platform/audit/audit.witness.ts';
import { createIdentityProvider } from '#server/platform/auth/identity-provider.ts';
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
import { createRecordingRetention } from '#server/recordings/recording-retention.service.ts';
import { createRecordingsService } from '#server/recordings/recordings.service.ts';
import { createRecordingRegistration } from '#server/recordings/registration/registration.service.ts';
import { createApprovalService } from '#server/plans/versions/approval.service.ts';
import { createCatalogueService } from '#server/plans/catalogue/catalogue.service.ts';
import { createGenerationService } from '#server/plans/generation.service.ts';
import { createItemNotices } from '#server/plans/work/item-notices.ts';
import { createItemsService } from '#server/plans/items.service.ts';
import { createReopeningService } from '#server/plans/work/reopening.service.ts';
import { createLinesService } from '#server/plans/lines/lines.service.ts';
import { createPlanFacts } from '#server/plans/export/papers.service.ts';
import type { DocumentWriter } from '#server/plans/export/document-writer.ts';
import { createExportsService } from '#server/plans/export/exports.service.ts';
import { createOverheadsService } from '#server/plans/overheads.service.ts';
import { createVendorsService } from '#server/plans/lines/vendors.service.ts';
import { createReportsService } from '#server/plans/export/reports.service.ts';
import { createRequestNotices } from '#server/plans/requests/request-notices.ts';
import { createRequestsService } from '#server/plans/requests/requests.service.ts';
import { createPlanWorkService } from '#server/plans/work/plan-work.service.ts';
import { createPlansService } from '#server/plans/plans.service.ts';
import { createSharesService } from '#server/plans/shares/shares.service.ts';
import type { DrawPictures } from '#server/sample/sample.pictures.ts';
import { createSample } from '#server/sample/sample.service.ts';
import { createStatsService } from '#server/stats/stats.service.ts';
import { createUnsentWorkService } from '#server/unsent-work/unsent-work.service.ts';
import { createUploadsErasure } from '#server/uploads/erasure.service.ts';
import { createUploadedFilesService } from '#server/uploads/uploaded-files.service.ts';
import { createUploadsService } from '#server/uploads/uploads.service.ts';
import { createApiKeysService } from '#server/users/api-keys/api-keys.service.ts';
import { createAccountLinksService } from '#server/users/accounts/account-links.service.ts';
import { createAccountsService } from '#server/users/accounts/accounts.service.ts';
import { createSavedViewsService } from '#server/users/saved-views/saved-views.service.ts';
import { createErasureService } from '#server/users/erasure.service.ts';
import { createAddressesService } from '#server/users/accounts/addresses.service.ts';
import { createInvitationsService } from '#server/users/accounts/invitations.service.ts';
import { createPasskeyCeremoniesService } from '#server/users/passkeys/passkey-ceremonies.service.ts';
import { createPasskeySignInService } from '#server/users/passkeys/passkey-sign-in.service.ts';
import { createPasskeysService } from '#server/users/passkeys/passkeys.service.ts';
import { createPasswordChangeService } from '#server/users/passwords/password-change.service.ts';
import { createPasswordCheckService } from '#server/users/passwords/password-check.service.ts';
import { createPasswordResetService } from '#server/users/passwords/password-reset.service.ts';
import { createProviderSignInService } from '#server/users/identity-provider/provider-sign-in.service.ts';
import { createProofsService } from '#server/users/sign-in/proofs.service.ts';
import { createRegistrationService } from '#server/users/accounts/registration.service.ts';
import { createSecondFactorCheckService } from '#server/users/second-factor/second-factor-check.service.ts';
import { createSecondFactorService } from '#server/users/second-factor/second-factor.service.ts';
import { createSessionsService } from '#server/users/sign-in/sessions.service.ts';
import { createSignInService } from '#server/users/sign-in/sign-in.service.ts';
import { createUsersService } from '#server/users/users.service.ts';
import { createPersonalDataService } from '#server/personal-data/personal-data.service.ts';
import { createWebhooksService } from '#server/webhooks/webhooks.service.ts';

/** Connections to the outside, which tests can replace. */
export interface Connections {
  config: Config;
  logger: Logger;
  db: Database;
  /** The application's connection string, for parts that need a connection of their own. */
  databaseUrl: string;
  queue: Queue;
  events: EventHub;
  storage: Storage;
  mailer: Mailer;
  analyzer: Analyzer;
  passwords: Passwords;
  documents: DocumentWriter;
  drawPictures: DrawPictures;
  witness: AuditWitness;
}

/** The parts that every service may use. */
function createBase(outside: Connections) {
  const audit = createAuditService({ ...outside, auditSecrets: outside.config.auditSecrets });
  const changes = createChanges({ ...outside, audit });
  return { ...outside, audit, changes, limits: createLimits(outside.db, outside.config.rateLimit) };
}

function createPeople(base: ReturnType<typeof createBase>) {
  const sessions = createSessionsService(base);
  const accountLinks = createAccountLinksService(base);
  const apiKeys = createApiKeysService(base);
  const addresses = createAddressesService({ ...base, accountLinks });
  const passwordReset = createPasswordResetService({ ...base, sessions, accountLinks, apiKeys });
  const invitations = createInvitationsService({ ...base, accountLinks, addresses });
  const passwordCheck = createPasswordCheckService(base);
  const secondFactorCheck = createSecondFactorCheckService(base);
  const ceremonies = createPasskeyCeremoniesService(base);
  const proofs = createProofsService({ ...base, passwordCheck, secondFactorCheck, ceremonies, sessions });
  const secondFactor = createSecondFactorService({ ...base, proofs, secondFactorCheck, sessions });
  const passwordChange = createPasswordChangeService({ ...base, passwordCheck, sessions, accountLinks, apiKeys });
  const signIn = createSignInService({ ...base, passwordCheck, secondFactorCheck, sessions, addresses });
  const passkeys = createPasskeysService({ ...base, ceremonies, sessions });
  const passkeySignIn = createPasskeySignInService({ ...base, ceremonies, signIn });
  const { oidc } = base.config;
  const providerSignIn =
    oidc &&
    createProviderSignInService({
      ...base,
      oidc,
      provider: createIdentityProvider(oidc),
      addresses,
      sessions,
      apiKeys,
      signIn,
    });
  const registration = createRegistrationService({ ...base, addresses, invitations, signIn });
  const users = createUsersService({ ...base, sessions, accountLinks, addresses, apiKeys });
  const savedViews = createSavedViewsService(base);
  const erasure = createErasureService({ ...base, sessions, accountLinks, apiKeys });
  const accounts = createAccountsService({ ...base, sessions, secondFactor, apiKeys, erasure });
  const push = createPushService(base);
  const notifications = createNotificationsService({ ...base, push });
  const webhooks = createWebhooksService(base);
  return {
    accounts,
    apiKeys,
    savedViews,
    erasure,
    sessions,
    accountLinks,
    addresses,
    passwordChange,
    passwordReset,
    proofs,
    secondFactor,
    passkeys,
    passkeySignIn,
    providerSignIn,
    invitations,
    signIn,
    registration,
    users,
    push,
    notifications,
    webhooks,
  };
}

/** Cases, properties and their inspections. */
function createFieldWork(base: ReturnType<typeof createBase> & ReturnType<typeof createPeople>) {
  const caseStates = createCaseStatesService(base);
  const cases = createCasesService({ ...base, caseStates });
  const reminders = createRemindersService({ ...base, caseStates });
  const repeats = createRepeatsService({ ...base, cases, caseStates });
  const casePage = createCasePageService({ ...base, cases, caseStates });
  const caseImport = createCaseImportService({ ...base, cases });
  const casePlaces = createCasePlacesService(base);
  const requirements = createRequirementsService(base);
  const properties = createPropertiesService({ ...base, cases });
  const linking = createLinkingService({ ...base, cases });
  const figures = createFiguresService(base);
  const workflow = createWorkflowService({ ...base, caseStates });
  const itemNotices = createItemNotices(base);
  const reopening = createReopeningService({ itemNotices });
  const areas = createAreasService({ ...base, workflow, caseStates, work: reopening });
  const inspections = createInspectionsService({ ...base, workflow });
  const flags = createFlagsService({ ...base, inspections });
  const decisions = createDecisionsService({ ...base, inspections, caseStates });
  const runs = createRunsService({ ...base, areas, caseStates });
  const scopes = createScopesService({ ...base, areas, inspections });
  return {
    caseStates,
    caseErasure: createCaseErasureService(),
    textErasures: [
      base.savedViews,
      createUploadsErasure(),
      createInspectionsErasure(),
      createFindingsErasure(),
      createPhotosErasure(),
      createChecklistsErasure(),
      createRecordingsErasure(),
      createPlansErasure(),
    ],
    casePage,
    caseImport,
    casePlaces,
    reminders,
    repeats,
    cases,
    requirements,
    figures,
    workflow,
    itemNotices,
    reopening,
    areas,
    inspections,
    flags,
    decisions,
    runs,
    scopes,
    properties,
    linking,
  };
}

/** The data of an inspection: photos, findings, checklist answers, recordings, frames. */
function createInspectionData(
  base: ReturnType<typeof createBase> & ReturnType<typeof createPeople> & ReturnType<typeof createFieldWork>,
) {
  const uploads = createUploadsService(base);
  const uploadedFiles = createUploadedFilesService(base);
  const { reopening } = base;
  const findings = createFindingsService({ ...base, repairWork: reopening });
  const sameDefects = createSameDefectsService({ ...base, repairWork: reopening });
  const aiFindings = createAiFindingsService({ ...base, repairWork: reopening });
  const checkFindings = createCheckFindingsService({ repairWork: reopening });
  const copies = createPhotoCopies(base);
  const photos = createPhotosService({
    ...base,
    copies,
    findings,
    aiFindings,
    uploadedFiles,
    registration: createPhotoRegistration({ ...base, uploadedFiles, findings, checkFindings }),
  });
  const voiceNotes = createVoiceNotesService({ ...base, uploadedFiles });
  const photoRetention = createPhotoRetention(base);
  const checklists = createChecklistsService({ ...base, findings, aiFindings, checkFindings });
  const areaRequirements = createAreaRequirementsService(base);
  const recordings = createRecordingsService({
    ...base,
    registration: createRecordingRegistration({
      ...base,
      uploadedFiles,
      maxBytes: base.config.recordingMaxBytes,
    }),
  });
  const recordingRetention = createRecordingRetention(base);
  const stills = createStillsService(base);
  const confirmation = createConfirmationService({ ...base, checklists, findings, aiFindings, stills });
  const frames = createFramesService({ ...base, aiFindings, confirmation });
  const pageMessages = createPageMessagesService({ ...base, findings, sessionAlive: base.sessions.isAlive });
  return {
    uploads,
    uploadedFiles,
    findings,
    sameDefects,
    aiFindings,
    copies,
    photos,
    voiceNotes,
    photoRetention,
    recordingRetention,
    checklists,
    areaRequirements,
    recordings,
    frames,
    pageMessages,
  };
}

/** The services after an inspection: plans, figures, messages. */
function createFollowUp(
  base: ReturnType<typeof createBase> &
    ReturnType<typeof createPeople> &
    ReturnType<typeof createFieldWork> &
    ReturnType<typeof createInspectionData>,
) {
  const { config } = base;
  const plans = createPlansService(base);
  const planGeneration = createGenerationService({ ...base, settings: config.pip });
  const planApproval = createApprovalService(base);
  const planItems = createItemsService(base);
  const costCatalogue = createCatalogueService({ ...base, settings: config.pip });
  const planShares = createSharesService({ ...base, plans });
  const exports = createExportsService({
    ...base,
    factsOf: createPlanFacts(base),
    logo: config.paperLogo,
  });
  const reports = createReportsService({ ...base, logo: config.paperLogo });
  const sums = createSumsService(base);
  const analytics = createAnalyticsService({ ...base, sums });
  const stats = createStatsService({ ...base, plans, planWork: createPlanWorkService(base) });
  const messages = createMessagesService(base);
  const personalData = createPersonalDataService(base);
  const unsentWork = createUnsentWorkService({ ...base, recordingMaxBytes: config.recordingMaxBytes });
  const learning = createLearningService(base);
  const usage = createUsageService({ db: base.db, ai: config.ai });
  const backups = createBackupService({
    url: base.databaseUrl,
    dataDir: config.dataDir,
    files: base.storage,
    version: productVersion,
  });
  return {
    backups,
    learning,
    usage,
    plans,
    planGeneration,
    planApproval,
    planItems,
    planShares,
    planRequests: createRequestsService({ ...base, requestNotices: createRequestNotices(base) }),
    planLines: createLinesService(base),
    planOverheads: createOverheadsService(base),
    planVendors: createVendorsService(base),
    costCatalogue,
    exports,
    reports,
    analytics,
    sums,
    portfolio: createPortfolioService(base),
    propertyPage: createPropertyPageService(base),
    stats,
    messages,
    personalData,
    unsentWork,
  };
}

/** Builds every service once, each from the ones before it. */
export function createServices(outside: Connections) {
  const base = createBase(outside);
  const people = createPeople(base);
  const fieldWork = createFieldWork({ ...base, ...people });
  const inspectionData = createInspectionData({ ...base, ...people, ...fieldWork });
  const followUp = createFollowUp({ ...base, ...people, ...fieldWork, ...inspectionData });
  const { audit, changes, limits } = base;
  const services = { audit, changes, limits, ...people, ...fieldWork, ...inspectionData, ...followUp };
  return { ...services, sample: createSample({ ...outside, ...services }) };
}
