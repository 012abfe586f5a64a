import type { Statement } from '../statement.ts';

export const entities: Statement[] = [
  { id: '3.common.1', states: 'All ids are generated uuids and timestamps default to now.' },
  { id: '3.common.2', states: 'Insert shapes omit ids and timestamps.' },
  {
    id: '3.users.1',
    states: 'users has id, username, email, password, role, firstName, lastName, propertyName and createdAt.',
  },
  { id: '3.users.2', states: 'username is unique and required.' },
  { id: '3.users.3', states: 'email is unique and required.' },
  { id: '3.users.4', states: 'password is required.' },
  { id: '3.users.5', states: 'role is required, with the default property.' },
  {
    id: '3.users.6',
    states:
      'The stored schema and login use the role values property and admin; the profile and settings screens use property_owner and admin.',
    overruledBy:
      'Decision 1: both readings hold as given, and every call accepts property_owner as a synonym of property.',
  },
  {
    id: '3.properties.1',
    states:
      'properties has id, userId (owner), name, address, city, state, zipCode, propertyType, brandStandard, totalRooms (integer), status, createdAt and updatedAt.',
  },
  {
    id: '3.properties.2',
    states: 'userId, name, address, city, state, zipCode and propertyType are required.',
    overruledBy:
      'Decision 4: a property is linked to an owner and can be unlinked, so the owner may be empty; all other fields are required as stated.',
  },
  { id: '3.properties.3', states: 'status defaults to active and has the values active and inactive.' },
  { id: '3.properties.4', states: 'propertyType has the values hotel, motel, resort and boutique.' },
  {
    id: '3.cases.1',
    states:
      'inspection_cases has id, caseNumber, propertyId, createdByAdminId, inspectionType, dueDate, status, onboardingCompleted, requirements, notes, the property snapshot, ownerEmail, ownerName, createdAt and completedAt.',
  },
  { id: '3.cases.2', states: 'caseNumber is unique and has the format CASE-YYYYMMDD-XXXX.' },
  { id: '3.cases.3', states: 'dueDate is required.' },
  { id: '3.cases.4', states: 'status defaults to pending.' },
  { id: '3.cases.5', states: 'onboardingCompleted is a boolean with the default false.' },
  { id: '3.cases.6', states: 'requirements is json, a list of strings.' },
  {
    id: '3.cases.7',
    states:
      'The snapshot has propertyName, propertyAddress, propertyCity, propertyState, propertyZipCode and propertyType (required), and brandStandard and totalRooms.',
  },
  { id: '3.cases.8', states: 'Case views also carry inspectionId and inspectionStatus.' },
  {
    id: '3.inspections.1',
    states:
      'inspections has id, userId, propertyId, caseId, sessionId, propertyName, area, status, videoUrl, duration (integer), aiConfidenceScore, itemsChecked, totalItems, issuesDetected, createdAt and completedAt.',
  },
  { id: '3.inspections.2', states: 'area is required.' },
  { id: '3.inspections.3', states: 'status defaults to in_progress.' },
  { id: '3.inspections.4', states: 'aiConfidenceScore is a decimal of precision 5,2.' },
  { id: '3.inspections.5', states: 'itemsChecked, totalItems and issuesDetected are integers with the default 0.' },
  { id: '3.inspections.6', states: 'Views also carry user (firstName, lastName).' },
  {
    id: '3.issues.1',
    states:
      'inspection_issues has id, inspectionId, areaSessionId, title, description, severity, category, aiConfidence, imageUrl, videoTimestamp (integer seconds), status and createdAt.',
  },
  { id: '3.issues.2', states: 'category is required.' },
  { id: '3.issues.3', states: 'aiConfidence is a decimal of precision 5,2, seen as a numeric string.' },
  { id: '3.issues.4', states: 'status defaults to pending.' },
  {
    id: '3.pipreports.1',
    states:
      'pip_reports has id, propertyId, runId, areaSessionId, inspectionId, totalCost, estimatedDays, priority, status, createdAt, approvedAt and approvedBy (user).',
  },
  {
    id: '3.pipreports.2',
    states: 'totalCost is a required decimal of precision 10,2, estimatedDays a required integer, priority required.',
  },
  { id: '3.pipreports.3', states: 'status defaults to draft.' },
  { id: '3.pipreports.4', states: 'Views carry inspection and items.' },
  {
    id: '3.pipitems.1',
    states:
      'pip_items has id, pipReportId, issueId, title, description, estimatedCost, estimatedDays, priority, status and createdAt.',
  },
  { id: '3.pipitems.2', states: 'pipReportId is required.' },
  {
    id: '3.pipitems.3',
    states: 'estimatedCost is a required decimal of precision 8,2; estimatedDays and priority are required.',
  },
  { id: '3.pipitems.4', states: 'status defaults to pending.' },
  { id: '3.pipitems.5', states: 'Views carry issue.' },
  {
    id: '3.messages.1',
    states:
      'messages has id, fromUserId, toUserId, inspectionId, content (required), attachments (json), isRead and createdAt.',
  },
  { id: '3.messages.2', states: 'isRead defaults to false.' },
  {
    id: '3.photos.1',
    states:
      'photos has id, inspectionId, areaSessionId, userId, filename, url, category, description, aiAnalysis (json), uploadedAt and createdAt.',
  },
  { id: '3.photos.2', states: 'category is required.' },
  {
    id: '3.auditlogs.1',
    states: 'audit_logs has id, userId, action, entityType, entityId, details (json) and createdAt.',
  },
  { id: '3.auditlogs.2', states: 'userId, action, entityType and entityId are required.' },
  {
    id: '3.runs.1',
    states:
      'property_inspection_runs has id, propertyId, userId, caseId, status, lastTouched, createdAt and completedAt.',
  },
  { id: '3.runs.2', states: 'userId is required.' },
  { id: '3.runs.3', states: 'status defaults to in_progress.' },
  { id: '3.runs.4', states: 'Views carry hasProgress and a progress list of area sessions.' },
  { id: '3.areas.1', states: 'inspection_areas has id, name, code, description, icon and sortOrder.' },
  { id: '3.areas.2', states: 'code is unique.' },
  { id: '3.areas.3', states: 'sortOrder defaults to 0.' },
  {
    id: '3.areasessions.1',
    states:
      'area_sessions has id, runId, areaId, status, permissionCamera, permissionLocation, permissionMicrophone, itemsChecked, totalItems, issuesDetected, progressPercent, lastActivity, createdAt and completedAt.',
  },
  { id: '3.areasessions.2', states: 'areaId is required.' },
  { id: '3.areasessions.3', states: 'status defaults to not_started.' },
  { id: '3.areasessions.4', states: 'The three permissions are booleans with the default false.' },
  { id: '3.areasessions.5', states: 'itemsChecked, totalItems, issuesDetected and progressPercent default to 0.' },
  { id: '3.areasessions.6', states: 'Views carry property {id, name} and area {name, code, description, icon}.' },
  { id: '3.stats.1', states: 'User stats are totalInspections, pendingReviews, activePIPs and complianceScore.' },
  {
    id: '3.aianalysis.1',
    states:
      'objects carry name, confidence 0-100 and an optional boundingBox of x, y, width and height as fractions 0-1.',
  },
  { id: '3.aianalysis.2', states: 'labels carry name and confidence.' },
  {
    id: '3.aianalysis.3',
    states: 'An alternative form of labels uses description and score, mapped to name and confidence.',
    overruledBy:
      'HTTP contract: an analysis has labels of name and confidence only; the built-in engine, the one of this version, makes no others.',
  },
  { id: '3.aianalysis.4', states: 'detectedIssues carry severity, category, confidence and description.' },
  { id: '3.aianalysis.5', states: 'overallConfidence is a percent.' },
  { id: '3.aianalysis.6', states: 'error says why an analysis failed.' },
  {
    id: '3.aianalysis.7',
    states:
      'complianceScore has overall, safety, condition and maintenance (each 0-100) and a breakdown of criticalIssues, majorIssues and minorIssues counts.',
  },
  {
    id: '3.uploadareas.1',
    states:
      'The 10 upload areas are lobby, guest_rooms, common_areas, fitness_center, pool, restaurant, meeting_rooms, exterior, back_of_house and safety_equipment.',
  },
  {
    id: '3.caseform.1',
    states:
      'The form has propertyName, propertyAddress, propertyCity, propertyState, propertyZipCode, propertyType, brandStandard (optional free text) and totalRooms (optional number).',
  },
  {
    id: '3.caseform.2',
    states: 'The form has ownerEmail (hint: case will be sent to this e-mail) and ownerName (optional).',
  },
  {
    id: '3.caseform.3',
    states:
      "The form's inspectionType is routine = Routine Inspection, compliance = Compliance Audit, reinspection = Re-inspection or quality_assurance = Quality Assurance.",
  },
  { id: '3.caseform.4', states: 'The form has dueDate (hint: inspection must be completed by this date).' },
  {
    id: '3.caseform.5',
    states: 'The form has requirements (multi-line, one per line; hint: specific items to check).',
  },
  { id: '3.caseform.6', states: 'The form has notes (Admin Notes, instructions for the owner).' },
  {
    id: '3.checklistitem.1',
    states: 'A live-checklist item has id, title, description, category, completed, aiVerified, confidence and issue.',
  },
  {
    id: '3.currentuser.1',
    states: 'The fields of the current-user record beyond those of users are left open.',
    overruledBy:
      'HTTP contract: the user endpoint answers with id, username, email, role, firstName, lastName, propertyName and createdAt, never the password.',
  },
];
