import type { Statement } from '../statement.ts';

export const calls: Statement[] = [
  { id: '7.common.1', states: 'Every request sends credentials.' },
  { id: '7.common.2', states: "Reads are GET to a path built from the query key parts joined by '/', expecting JSON." },
  { id: '7.common.3', states: 'A 401 either raises an error or returns null, depending on the option chosen.' },
  { id: '7.common.4', states: 'State-changing requests (POST, PUT, DELETE, PATCH) send a JSON body.' },
  { id: '7.common.5', states: 'State-changing requests send the header x-csrf-token.' },
  {
    id: '7.common.6',
    states: 'If no token is held, GET /api/csrf-token is called first; its response field csrfToken is kept in memory.',
  },
  { id: '7.common.7', states: 'The token can be set or cleared.' },
  { id: '7.common.8', states: 'Queries never refetch on their own.' },
  { id: '7.common.9', states: 'Queries never become stale.' },
  { id: '7.common.10', states: 'Queries are not retried.' },
  { id: '7.common.11', states: 'Mutations are not retried.' },
  { id: '7.calls.1', states: 'GET /api/user takes nothing and answers with the current user; 401 means null.' },
  { id: '7.calls.2', states: 'GET /api/user/profile takes nothing and answers with the profile.' },
  {
    id: '7.calls.3',
    states:
      'PUT /api/user/profile takes email, firstName, lastName, propertyName and role, and answers with the updated profile.',
  },
  {
    id: '7.calls.4',
    states: 'GET /api/user/stats answers with totalInspections, pendingReviews, activePIPs and complianceScore.',
  },
  {
    id: '7.calls.5',
    states: 'POST /api/login takes username, password and role, and answers with the user and optionally a csrfToken.',
    overruledBy: "HTTP contract: 200 {user, csrfToken}; 401 'Invalid username or password' for either being wrong.",
  },
  {
    id: '7.calls.6',
    states:
      'POST /api/register takes username, email, password, role, firstName, lastName and propertyName, and answers with the user and optionally a csrfToken.',
    overruledBy: 'HTTP contract: 201 {user, csrfToken}.',
  },
  { id: '7.calls.7', states: 'POST /api/logout takes nothing; its body is not read; then a full redirect to root.' },
  { id: '7.calls.8', states: 'GET /api/properties answers with the properties array.' },
  { id: '7.calls.9', states: 'GET /api/properties/{id} answers with the property.' },
  { id: '7.calls.10', states: 'POST /api/properties takes property fields and answers with the created property.' },
  { id: '7.calls.11', states: 'PUT /api/properties/{id} takes property fields and answers with the updated property.' },
  {
    id: '7.calls.12',
    states: 'DELETE /api/properties/{id} deletes the property.',
    overruledBy:
      'HTTP contract: 204; it unlinks the property from its owner, the data stays; 409 under the conditions of the property card.',
  },
  { id: '7.calls.13', states: 'GET /api/properties/{id}/active-run answers with run and progress.' },
  {
    id: '7.calls.14',
    states: 'POST /api/properties/{id}/inspection-runs takes an empty body and answers with the new run.',
  },
  {
    id: '7.calls.15',
    states: 'GET /api/inspection-runs/active answers with an array with propertyId and hasProgress.',
  },
  { id: '7.calls.16', states: 'GET /api/inspection-runs/{id} answers with progress (area sessions) and property.' },
  {
    id: '7.calls.17',
    states: 'POST /api/inspection-runs/{id}/generate-pip answers with items and pipReport (with id).',
  },
  { id: '7.calls.18', states: 'GET /api/inspection-areas answers with the area list.' },
  { id: '7.calls.19', states: 'GET /api/area-sessions?limit=5 or 50 answers with an array of sessions.' },
  { id: '7.calls.20', states: 'GET /api/area-sessions/{id} answers with the session.' },
  { id: '7.calls.21', states: 'GET /api/area-sessions/{id}/photos answers with an object with the photos list.' },
  { id: '7.calls.22', states: 'GET /api/area-sessions/{id}/issues answers with the issues.' },
  {
    id: '7.calls.23',
    states:
      'PATCH /api/area-sessions/{id} takes any of permissionCamera, permissionLocation, permissionMicrophone, status, itemsChecked and progressPercent, and answers with the updated session.',
  },
  {
    id: '7.calls.24',
    states: 'POST /api/area-sessions/{id}/complete completes the session; then the page goes to area analysis.',
  },
  {
    id: '7.calls.25',
    states: 'POST /api/area-sessions/{id}/generate-pip answers with isUpdate, message and pipReport.',
  },
  { id: '7.calls.26', states: 'GET /api/pip-reports answers with the report list.' },
  { id: '7.calls.27', states: 'GET /api/pip-reports/{id} answers with the report.' },
  { id: '7.calls.28', states: 'GET /api/pip-reports/area-session/{id} answers with pipReport.' },
  {
    id: '7.calls.29',
    states:
      'POST /api/inspections takes propertyId, sessionId (random 21-character id), propertyName and area, and returns id.',
  },
  {
    id: '7.calls.30',
    states: 'GET /api/inspections takes an optional status (admin) and answers with the inspections list.',
  },
  {
    id: '7.calls.31',
    states: 'GET /api/inspections/{id} answers with the inspection; it is loaded only when id is present.',
  },
  { id: '7.calls.32', states: 'PUT /api/inspections/{id} takes status and updates.' },
  { id: '7.calls.33', states: 'GET /api/inspections/{id}/photos answers with the photos.' },
  { id: '7.calls.34', states: 'GET /api/inspections/{id}/issues answers with the issues.' },
  { id: '7.calls.35', states: 'POST /api/inspections/{id}/generate-pip answers with pipReport.id.' },
  { id: '7.calls.36', states: 'POST /api/objects/upload takes an empty body and answers with uploadURL.' },
  {
    id: '7.calls.37',
    states:
      'PUT to the returned uploadURL takes the file content with its content type header, directly to the storage.',
  },
  {
    id: '7.calls.38',
    states:
      'POST /api/photos takes inspectionId (or areaSessionId), filename, url, category and optional description, and answers with the photo: id, filename, url, category, description, createdAt, aiAnalysis.',
  },
  { id: '7.calls.39', states: 'DELETE /api/photos/{id} deletes the photo.' },
  {
    id: '7.calls.40',
    states:
      'GET /api/inspection-cases takes an optional status (for owners status=pending) and answers with the cases array.',
  },
  {
    id: '7.calls.41',
    states:
      'POST /api/inspection-cases takes the case fields (requirements as a list of strings) and returns caseNumber.',
  },
  { id: '7.calls.42', states: 'PUT /api/inspection-cases/{id} takes status and updates.' },
  {
    id: '7.calls.43',
    states:
      'The admin dashboard fetches the case list by status filter (response cases); path and method are left open.',
    overruledBy: 'HTTP contract: GET /api/admin/inspection-cases?status&q&cursor answers {cases, counts, nextCursor}.',
  },
  {
    id: '7.calls.44',
    states: 'The admin dashboard fetches the session list (response inspections); path and method are left open.',
    overruledBy:
      'HTTP contract: GET /api/admin/inspections?status&q&propertyId&from&to&cursor answers {inspections, counts, nextCursor}.',
  },
  { id: '7.calls.45', states: 'The admin dashboard creates a case.' },
  { id: '7.calls.46', states: "The admin dashboard updates a case's status, sent with cancelled." },
  {
    id: '7.calls.47',
    states: 'The admin dashboard approves a session by its id; path and method are left open.',
    overruledBy: 'HTTP contract: POST /api/admin/inspections/{id}/approve.',
  },
  {
    id: '7.calls.48',
    states: 'The admin dashboard requests re-inspection by session id; path and method are left open.',
    overruledBy: 'HTTP contract: POST /api/admin/inspections/{id}/request-reinspection.',
  },
  { id: '7.live.1', states: 'The live inspection uses a WebSocket at /ws.' },
  {
    id: '7.live.2',
    states: 'The page receives messages of type ai_detection with the payload itemId, confidence and issue.',
  },
  { id: '7.live.3', states: 'The page sends inspection_update with userId, detection and timestamp.' },
  { id: '7.companion.1', states: 'POST s3/multipart takes filename, type and metadata, and returns key and uploadId.' },
  { id: '7.companion.2', states: 'GET s3/multipart/{uploadId}?key= lists the parts.' },
  { id: '7.companion.3', states: 'GET s3/multipart/{uploadId}/{partNumber}?key= signs a part.' },
  { id: '7.companion.4', states: 'POST s3/multipart/{uploadId}/complete?key= takes parts with ETag and PartNumber.' },
  { id: '7.companion.5', states: 'DELETE s3/multipart/{uploadId}?key= aborts the upload.' },
  { id: '7.companion.6', states: 'GET s3/params?filename&type&metadata[...] signs an upload in one part.' },
  {
    id: '7.companion.7',
    states: 'GET s3/sts answers with temporary credentials.',
    overruledBy:
      "HTTP contract: the call is there and answers in the product's own way; uploads are signed by the server.",
  },
  {
    id: '7.companion.8',
    states: 'A WebSocket at /api/{token} reports progress, success and error for remote files.',
    overruledBy:
      "HTTP contract: the widget's wire is the seven s3 calls alone; docs/decisions/007: the server fetches no remote files, so there is nothing to report.",
  },
  {
    id: '7.companion.9',
    states:
      'The uploader takes a callback that supplies upload parameters (URL and method) for a direct single-part upload.',
  },
];
