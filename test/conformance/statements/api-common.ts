import type { Statement } from '../statement.ts';

export const apiCommon: Statement[] = [
  {
    id: 'api.running.1',
    states:
      '`npm start` on a fresh clone, with Node.js 20 or later and npm alone, installs, builds, migrates and serves.',
  },
  {
    id: 'api.running.2',
    states: 'PORT is 3000 and HOST 127.0.0.1 in evaluation mode unless they are set; PORT=0 picks a free port.',
  },
  {
    id: 'api.running.3',
    states: 'DATA_DIR holds the embedded database, photo files, generated secrets and the outbox.',
  },
  {
    id: 'api.running.4',
    states:
      'Without DATABASE_URL the application runs a PostgreSQL of its own in DATA_DIR; with it any PostgreSQL 15 or later.',
  },
  {
    id: 'api.running.5',
    states:
      'Without STORAGE_URL files lie in DATA_DIR; `s3://bucket?endpoint=…&region=…` names any S3-compatible store.',
  },
  {
    id: 'api.running.6',
    states: 'Without SMTP_URL mail lies in DATA_DIR/outbox, one .eml a message; with it a mail server sends it.',
  },
  { id: 'api.running.7', states: 'AI_ENGINE is builtin unless it is set.' },
  {
    id: 'api.running.8',
    states: 'X-Forwarded-* is believed only from the addresses and networks in TRUSTED_PROXIES.',
  },
  { id: 'api.running.9', states: 'ROLE lets a process be `web`, `worker` or both.' },
  { id: 'api.running.10', states: 'APP_MODE is evaluation unless it is set to production.' },
  {
    id: 'api.running.11',
    states: 'Sample data is loaded in evaluation mode on an empty database, and never with SAMPLE_DATA=off.',
  },
  { id: 'api.running.12', states: 'RATE_LIMIT=off is for evaluation mode alone.' },
  { id: 'api.running.13', states: "LOG_LEVEL is one of pino's levels." },
  {
    id: 'api.running.14',
    states:
      'When it is ready it prints one line that contains `http://HOST:PORT`, and GET /api/health answers 200 `{"status":"ok"}`.',
  },
  { id: 'api.running.15', states: 'On SIGTERM it finishes running requests and jobs, and exits with 0 within 10 s.' },

  { id: 'api.common.1', states: 'JSON in and out; times are ISO 8601 in UTC, ids are uuids.' },
  {
    id: 'api.common.2',
    states: 'aiConfidence, aiConfidenceScore, totalCost and estimatedCost are strings with two decimals.',
  },
  {
    id: 'api.common.3',
    states:
      'Confidences and scores inside an analysis are numbers 0-100; boxes are fractions 0-1 of the upright picture.',
  },
  { id: 'api.common.4', states: 'The session is in an HttpOnly, SameSite=Lax cookie, Secure behind https.' },
  {
    id: 'api.common.5',
    states: 'POST, PUT, PATCH and DELETE under /api need the header x-csrf-token; without it or with a wrong one: 403.',
  },
  { id: 'api.common.6', states: 'GET /api/csrf-token answers `{csrfToken}`, also before sign-in.' },
  { id: 'api.common.7', states: '/api/s3 is guarded by Origin and Sec-Fetch-Site instead of the token.' },
  {
    id: 'api.common.8',
    states:
      'Errors are application/problem+json: `{type, title, status, code, detail, errors?}`; code is stable, for programs to compare; detail is one sentence for a person, errors maps a field to its message.',
  },
  { id: 'api.common.9', states: '400 for invalid input, with the messages of SPEC.md point 5.' },
  { id: 'api.common.10', states: '401 for nobody signed in.' },
  { id: 'api.common.11', states: '403 for what is not allowed.' },
  { id: 'api.common.12', states: '404 for what is not there or not yours.' },
  { id: 'api.common.13', states: '409 for a conflict with the current state.' },
  { id: 'api.common.14', states: '410 for what is gone.' },
  { id: 'api.common.15', states: '413 for what is too large.' },
  { id: 'api.common.16', states: '415 for a wrong type.' },
  { id: 'api.common.17', states: '422 for an unreadable file.' },
  { id: 'api.common.18', states: '429 for too many tries, with Retry-After.' },
  { id: 'api.common.19', states: 'Never a stack trace, never a 5xx for input.' },
  { id: 'api.common.20', states: 'The web shows `${status}: ${detail}`.' },
  {
    id: 'api.common.21',
    states:
      'Checked in this order: signed in (401), CSRF (403), role (403), there and yours (404), body (400), state (409).',
  },
  {
    id: 'api.common.22',
    states: 'Lists that the specification calls an array are bare arrays, newest first unless said otherwise.',
  },
  { id: 'api.common.23', states: 'Lists take limit (default 50, at most 200) and cursor.' },
  { id: 'api.common.24', states: 'A further page is announced in `Link: <…>; rel="next"`.' },
  {
    id: 'api.common.25',
    states:
      'A client may choose the id of a photo, inspection, issue or message; the same id again answers 200 with the same row.',
  },
  { id: 'api.common.26', states: 'Another content under a used id answers 409.' },
  { id: 'api.common.27', states: "A photo's sha256 that does not match its bytes answers 422." },
  { id: 'api.common.28', states: 'Every answer carries a request id header.' },
  { id: 'api.common.29', states: 'Every state-changing call leaves an audit entry.' },
  {
    id: 'api.common.30',
    states:
      'The server publishes its contract as OpenAPI 3.1 at GET /api/openapi.json, with a readable page at /api/docs.',
  },
  { id: 'api.common.31', states: 'The code of an error is stable, for programs to compare.' },

  {
    id: 'api.shapes.1',
    states:
      'User `{id, username, email, role: property|admin, firstName, lastName, propertyName, createdAt}`; never the password.',
  },
  { id: 'api.shapes.2', states: 'Property has the fields of SPEC.md point 3.' },
  {
    id: 'api.shapes.3',
    states: 'Case has the fields of SPEC.md point 3 and inspectionId, inspectionStatus, requirements: string[].',
  },
  {
    id: 'api.shapes.4',
    states: 'Area `{id, name, code, description, icon, sortOrder}`; 10 rows with the codes of the upload areas.',
  },
  { id: 'api.shapes.5', states: 'Run has the fields of SPEC.md point 3 and hasProgress, progress: AreaSession[].' },
  {
    id: 'api.shapes.6',
    states:
      'AreaSession has the fields of SPEC.md point 3 and property, area, photoCount, complianceScore, inspectionId, reviewStatus, reviewNote.',
  },
  {
    id: 'api.shapes.7',
    states: 'AreaSession has coverage `{checks, answered, critical, criticalAnswered, photos, usablePhotos}`.',
  },
  {
    id: 'api.shapes.8',
    states:
      'Inspection has the fields of SPEC.md point 3 and user, photoCount, complianceScore, reviewNote, updatedAt.',
  },
  {
    id: 'api.shapes.9',
    states:
      'Photo has id, inspectionId, areaSessionId, userId, filename, url, thumbnailUrl, category, description, width, height, sha256, source, takenAt, location, aiAnalysis, uploadedAt, createdAt.',
  },
  {
    id: 'api.shapes.10',
    states: 'url and thumbnailUrl of a photo are paths that answer with the picture to whoever may see it.',
  },
  {
    id: 'api.shapes.11',
    states:
      'Analysis has objects, labels, detectedIssues, overallConfidence, complianceScore, imageQuality, engine and perhaps error.',
  },
  {
    id: 'api.shapes.12',
    states: 'complianceScore of an analysis is null where the photo cannot be judged.',
  },
  {
    id: 'api.shapes.13',
    states:
      'Issue has the fields of inspection_issues in SPEC.md point 3 and photoId, boundingBox, source, recommendedAction, status pending|confirmed|dismissed|resolved.',
  },
  {
    id: 'api.shapes.14',
    states:
      'PipReport has the fields of SPEC.md point 3 and source, property, inspection, area, items, costLow, costHigh, phases `{name, window, items, cost, days}`.',
  },
  {
    id: 'api.shapes.15',
    states:
      'PipItem has the fields of SPEC.md point 3 and issue, category, severity, costLow, costHigh, recommendedAction, phase, photoId, videoTimestamp, note.',
  },
];
