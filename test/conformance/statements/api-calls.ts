import type { Statement } from '../statement.ts';

export const apiCalls: Statement[] = [
  {
    id: 'api.calls.1',
    states:
      'POST /api/register answers 201 `{user, csrfToken}`; 409 with errors.username or errors.email when taken; a password has at least 8 characters.',
  },
  {
    id: 'api.calls.2',
    states:
      'POST /api/login answers 200 `{user, csrfToken}`; 401 "Invalid username or password" for either being wrong.',
  },
  { id: 'api.calls.3', states: 'POST /api/logout answers 204; the session is dead on the server.' },
  { id: 'api.calls.4', states: 'GET and PUT /api/user/profile answer the user with role property_owner or admin.' },
  { id: 'api.calls.5', states: 'GET /api/user/stats answers the four figures and hints.' },
  { id: 'api.calls.6', states: 'GET /api/properties gives each property with pendingCases.' },
  { id: 'api.calls.7', states: 'POST /api/properties answers 201, PUT /api/properties/{id} 200.' },
  {
    id: 'api.calls.8',
    states:
      'DELETE /api/properties/{id} answers 204 and unlinks it from the owner, data stays; 409 under the conditions of SPEC.md point 2.',
  },
  { id: 'api.calls.9', states: 'GET /api/properties/{id}/active-run answers `{run or null, progress}`.' },
  {
    id: 'api.calls.10',
    states:
      'POST /api/properties/{id}/inspection-runs `{caseId?}` answers 201; 200 with the current one if a run is in progress.',
  },
  { id: 'api.calls.11', states: 'GET /api/inspection-runs/active answers `[{id, propertyId, hasProgress}]`.' },
  {
    id: 'api.calls.12',
    states: 'GET /api/inspection-runs/{id} answers `{run, progress (10, by sortOrder), property}`.',
  },
  {
    id: 'api.calls.13',
    states:
      'POST /api/inspection-runs/{id}/generate-pip answers 200 `{pipReport, items}`; 409 until every applicable area is completed.',
  },
  { id: 'api.calls.14', states: 'GET /api/inspection-areas answers the areas by sortOrder.' },
  { id: 'api.calls.15', states: 'GET /api/area-sessions takes limit, propertyId, area and cursor.' },
  {
    id: 'api.calls.16',
    states: 'GET /api/area-sessions/{id}/photos answers `{photos}`, all of them; …/issues answers the issues.',
  },
  {
    id: 'api.calls.17',
    states:
      'PATCH /api/area-sessions/{id} takes the permissions, status (in_progress, or not_applicable with a reason), itemsChecked and progressPercent.',
  },
  { id: 'api.calls.18', states: 'POST /api/area-sessions/{id}/complete answers 409 with zero photos.' },
  {
    id: 'api.calls.19',
    states: 'POST /api/area-sessions/{id}/complete takes and records `{reason?}`.',
  },
  {
    id: 'api.calls.20',
    states: 'POST /api/area-sessions/{id}/recall makes it in_progress again; 409 once a reviewer has opened it.',
  },
  {
    id: 'api.calls.21',
    states:
      'POST /api/area-sessions/{id}/generate-pip answers `{isUpdate, message, pipReport}`; 409 when no issue is open.',
  },
  { id: 'api.calls.22', states: 'GET /api/pip-reports/area-session/{id} answers `{pipReport or null}`.' },
  { id: 'api.calls.23', states: 'POST /api/inspections answers 201; the same sessionId again 200 with the same row.' },
  { id: 'api.calls.24', states: "GET /api/inspections?status gives an owner's own, all for an admin." },
  {
    id: 'api.calls.25',
    states:
      "PUT /api/inspections/{id} `{status}`: an owner submits with pending_review; approved and requires_action are an admin's.",
  },
  { id: 'api.calls.26', states: 'POST /api/inspections/{id}/generate-pip answers `{pipReport}`.' },
  {
    id: 'api.calls.27',
    states:
      'POST /api/objects/upload `{filename?, contentType?, size?}` answers 200 `{uploadURL}`; PUT the bytes there with their content type, no cookie needed.',
  },
  {
    id: 'api.calls.28',
    states: 'POST /api/photos takes the uploadURL with or without its query and answers 201 with the photo.',
  },
  {
    id: 'api.calls.29',
    states: 'POST /api/photos answers as soon as the photo is safe, with aiAnalysis null; the result is pushed.',
  },
  {
    id: 'api.calls.30',
    states: 'With `Prefer: wait=N` (at most 5) POST /api/photos waits so many seconds for the analysis.',
  },
  {
    id: 'api.calls.31',
    states:
      'DELETE /api/photos/{id} answers 204; the file, its thumbnails and its open AI findings go; 409 once the session is in review.',
  },
  {
    id: 'api.calls.32',
    states: "GET /api/inspection-cases?status gives an owner's own by link or by e-mail, all for an admin.",
  },
  { id: 'api.calls.33', states: 'POST /api/inspection-cases answers 201, for admins alone; e-mail is sent.' },
  { id: 'api.calls.34', states: 'PUT /api/inspection-cases/{id} `{status: cancelled}` is for admins alone.' },
  {
    id: 'api.calls.35',
    states:
      'The seven s3/… calls stand under /api/s3, signed in, for own uploads only, with errors in the texts of the specification, also against local disk.',
  },
  { id: 'api.calls.36', states: 'WebSocket /ws takes the same cookie, checks Origin, and sends `{type, payload}`.' },

  {
    id: 'api.added.1',
    states: 'POST /api/inspection-cases/link `{caseNumber}` answers 200 `{case, property}`; 404, 409, 410 as decided.',
  },
  {
    id: 'api.added.2',
    states:
      'POST /api/inspection-cases/{id}/onboarding `{propertyConfirmed: true, checklist, notApplicableAreas}` answers the case with onboardingCompleted true.',
  },
  {
    id: 'api.added.3',
    states:
      'POST /api/inspection-runs/{id}/submit answers the run completed; 409 until every applicable area is completed.',
  },
  {
    id: 'api.added.4',
    states:
      'POST /api/area-sessions/{id}/issues and POST /api/inspections/{id}/issues answer 201 with an issue of source person.',
  },
  {
    id: 'api.added.5',
    states: 'PATCH /api/issues/{id} takes status, severity, category, title, description, boundingBox and note.',
  },
  {
    id: 'api.added.6',
    states:
      'GET /api/area-sessions/{id}/checklist and PATCH …/checklist/{itemId} `{result: pass|fail|not_applicable, note?}` answer checklist items with AI hint and result.',
  },
  {
    id: 'api.added.7',
    states: 'GET /api/admin/inspection-cases?status&q&cursor answers `{cases, counts, nextCursor}`.',
  },
  {
    id: 'api.added.8',
    states:
      'GET /api/admin/inspections?status&q&propertyId&from&to&cursor answers `{inspections, counts, nextCursor}`; counts are over the search-filtered list.',
  },
  {
    id: 'api.added.9',
    states:
      'POST /api/admin/inspections/{id}/approve `{note?}` and …/request-reinspection `{note}` answer the inspection; 409 unless pending_review.',
  },
  {
    id: 'api.added.10',
    states:
      'PATCH /api/pip-items/{id} takes status, estimatedCost, estimatedDays, priority, title, description and note.',
  },
  { id: 'api.added.11', states: 'POST /api/pip-reports/{id}/submit and …/accept answer the report.' },
  { id: 'api.added.12', states: 'GET /api/pip-reports/{id}/export?format=pdf|xlsx|csv answers the file.' },
  {
    id: 'api.added.13',
    states: 'GET /api/admin/analytics?from&to&brand&state answers the figures of the Analytics tab.',
  },
  { id: 'api.added.14', states: 'GET and PUT /api/admin/cost-catalogue read and change unit costs and durations.' },
  {
    id: 'api.added.15',
    states:
      'GET /api/notifications answers `{notifications, unread}`; POST /api/notifications/read marks `{ids}` or all.',
  },
  {
    id: 'api.added.16',
    states: 'GET and POST /api/messages: toUserId, inspectionId?, content; messages of both directions.',
  },
  {
    id: 'api.added.17',
    states:
      'GET /api/admin/audit-logs?entityType&entityId&cursor answers entries, …/verify `{ok, entries, brokenAt or null}`.',
  },
  {
    id: 'api.added.18',
    states:
      'POST /api/password/forgot `{email}` answers 202 always; POST /api/password/reset `{token, password}` answers 204 and ends every other session.',
  },
  {
    id: 'api.added.19',
    states: 'POST /api/admin/invitations `{email}` answers 201; the invited person signs up as admin.',
  },
  {
    id: 'api.added.20',
    states:
      'GET /api/health tells liveness, GET /api/ready that database, storage and queue are reachable, GET /metrics gives Prometheus text.',
  },
  {
    id: 'api.added.41',
    states:
      'GET /api/admin/inspections/{id}/previous answers `{inspection}`: the latest decided inspection of the same area before this one, or null.',
  },
  {
    id: 'api.added.42',
    states:
      'POST /api/admin/inspections/undo `{ids}` takes own decisions of the last seconds back: status, note, area, run, case and notification.',
  },
  {
    id: 'api.added.43',
    states:
      'POST /api/admin/inspections/approve `{ids}` answers `{done, refused}`; one that is refused does not keep the others.',
  },
  {
    id: 'api.added.44',
    states: 'GET /api/admin/inspections?sort=worst lists the worst open findings first, page by page.',
  },
  {
    id: 'api.added.45',
    states:
      'GET /api/admin/inspection-cases/{id} answers the case, its owner and its timeline: opened, mailed, linked, onboarded, started, submitted, decided and so on, newest first.',
  },
  {
    id: 'api.added.46',
    states:
      'POST /api/admin/inspection-cases/{id}/send-again sends the e-mail of an open case again; 409 within a minute.',
  },
  {
    id: 'api.added.47',
    states:
      'PUT /api/admin/inspection-cases/{id}/due-date `{dueDate, reason?}` changes the due date of an open case and tells the owner by e-mail.',
  },
  {
    id: 'api.added.48',
    states:
      'GET /api/admin/inspection-cases?type&overdue&sort=due lists the cases of a type, those that are overdue, the soonest due first.',
  },
  {
    id: 'api.added.49',
    states:
      'GET /api/inspections/{id}/report answers the inspection as a PDF, with its score, checks, findings and photos.',
  },
  {
    id: 'api.added.50',
    states:
      'GET and POST /api/pip-reports/{id}/shares `{label?, version?, prices?, days?}`: links to the plan; 201 `{share, token}`; DELETE /api/plan-shares/{id}.',
  },
  {
    id: 'api.added.51',
    states:
      "GET /api/shared-plan and /api/shared-plan/photos/{id} answer without sign-in, with the link's token in X-Share-Token; 404 for a wrong, expired or revoked one.",
  },
  {
    id: 'api.added.54',
    states:
      "POST /api/admin/users/{id}/unsent-work takes the ZIP of a device and makes each change once, as the person and with that person's rights.",
  },

  {
    id: 'api.added.52',
    states:
      'POST /api/inspections/{id}/frames?at&room&seen, a JPEG: `{engine, detections}`; `seen` (at most 6 of `{category, confidence, boundingBox}`) counts as two frames for what this one shows at the same place.',
  },
  {
    id: 'api.added.53',
    states:
      'GET /api/analysis/head: `{number, head}`, the learned head in use; both null where the one that ships is used.',
  },
  {
    id: 'api.added.55',
    states:
      'POST /api/user/erasure: 204; the account is closed at once and a job takes the person out of everything; 403 without recent re-authentication, 409 for the last admin.',
  },
  {
    id: 'api.added.56',
    states: 'POST /api/admin/users/{id}/erase: the same for somebody else, answers the account.',
  },
  {
    id: 'api.added.60',
    states:
      'GET /api/properties/{id}/history: `{property, score, openFindings, costs, areas, repeats, cases, plans, items}`, for its owner and admins.',
  },
  {
    id: 'api.added.61',
    states:
      'POST /api/admin/inspection-cases/import/preview `{csv}`: `{rows: [{line, errors, duplicate, …}], ignoredColumns}`; nothing is written.',
  },
  {
    id: 'api.added.62',
    states:
      'POST /api/admin/inspection-cases/import `{id, csv, leftOut}`: 201 `{imported}`; all cases or none, and the same id imports once.',
  },
  {
    id: 'api.added.63',
    states:
      'POST /api/logout with OIDC_LOGOUT on: the header Location names the sign-out of the identity provider, for those who signed in there.',
  },
  {
    id: 'api.added.64',
    states:
      'GET /api/admin/retention: `{kept: [{kind, days or null}], lastDeletion: {at, counts} or null}`; a photo whose files were deleted has filesDeletedAt, its original answers 410.',
  },
  {
    id: 'api.added.65',
    states:
      'PUT /api/admin/inspection-cases/{id}/repeat `{everyMonths, dueAfterDays, nextOn}` opens the inspection again on that date, and every so many months after it, with the same type and requirements.',
  },
  {
    id: 'api.added.66',
    states:
      'DELETE /api/admin/inspection-cases/{id}/repeat opens the inspection no more; 409 where it does not repeat.',
  },
  {
    id: 'api.added.67',
    states:
      'GET /api/admin/portfolio?q&brand&state&sort&direction&today&limit&cursor: `{properties, totals, brands, states, nextCursor}`, each property with the figures of its page, for admins.',
  },
  { id: 'api.added.68', states: 'GET /api/admin/portfolio/export: the properties that match as CSV.' },
  {
    id: 'api.added.69',
    states:
      'GET and POST /api/user/saved-views `{list, name, search}`: the views of lists that the admin who calls has saved, at most 20, each name once in a list.',
  },
  {
    id: 'api.added.70',
    states: 'PATCH `{name}` and DELETE /api/user/saved-views/{id}, for the admin whose view it is.',
  },
  {
    id: 'api.added.71',
    states:
      'PATCH /api/photos/{id} `{marks: {added, removed}}` draws arrows, circles and texts over a photo, at most 20; ids are of the device, and its original stays as it is.',
  },
  {
    id: 'api.added.72',
    states:
      'GET, PUT `{endpoint, keys: {p256dh, auth}, topics?}` and DELETE /api/user/push: whether the device of this session is told by Web Push while Innspect is closed, and what about; it ends with the session.',
  },
  {
    id: 'api.added.73',
    states: 'POST /api/user/push/test sends a test to the device of this session; 409 where it has none.',
  },
  {
    id: 'api.added.74',
    states:
      "GET and PUT /api/user/profile and GET /api/user have `language`, 'en', 'es' or null where the browser chooses: that of an owner's pages.",
  },
  {
    id: 'api.added.75',
    states:
      'PUT /api/photos/{id}/voice-note?id&seconds keeps what was said about a photo, a sound of 2 MB and 120 s at most, in place of what was said before; the same id again changes nothing.',
  },
  {
    id: 'api.added.76',
    states: 'GET and DELETE /api/photos/{id}/voice-note: the sound for all who see the photo; its owner deletes it.',
  },
  {
    id: 'api.added.77',
    states:
      'PUT /api/pip-items/{id}/vendors `{responsible, quotes}` names who does the work of an item and keeps at most 3 quotes, by owner or brand; 409 for a settled item.',
  },
  {
    id: 'api.added.78',
    states:
      'POST /api/inspections/{id}/recall takes a submitted live or photo inspection back, as it was before; 409 once a reviewer has opened it.',
  },
  {
    id: 'api.added.79',
    states:
      'POST /api/issues/{id}/merge `{ids}`: findings of the area become one; a finding of an earlier inspection of the same area of the property stays open, and `earlierId` relates the two. 400 for any other.',
  },
  {
    id: 'api.added.80',
    states: 'POST /api/issues/{id}/separate takes both back; 409 where there is nothing to separate.',
  },
  {
    id: 'api.added.81',
    states:
      'PUT /api/pip-reports/{id}/overheads sets what is added to the works; 409 for a completed plan, and where they differ from `from`.',
  },
  {
    id: 'api.added.82',
    states:
      'GET /api/area-sessions/totals answers `{total, properties: [{id, name}]}` of all area sessions that the caller sees.',
  },
  {
    id: 'api.added.83',
    states:
      'GET /api/inspection-cases/{id}/requirements lists the requirements of a case with what meets each, and whether its area is left out.',
  },
];
