import type { Statement } from '../statement.ts';

export const decisions: Statement[] = [
  {
    id: 'decisions.modes.1',
    states: 'Evaluation mode listens on 127.0.0.1 unless HOST is set; production on HOST, default 0.0.0.0.',
  },
  {
    id: 'decisions.modes.2',
    states:
      'Secrets and public URL are generated once in evaluation mode; in production start refuses with one clear line for each missing or weak setting.',
  },
  {
    id: 'decisions.modes.3',
    states:
      'Admin/QA is chosen freely in evaluation mode; in production it needs an invitation, and the first admin comes from `npm run admin:create`.',
  },
  {
    id: 'decisions.modes.4',
    states:
      'The Admin Mode switch is shown to everyone in evaluation mode, in production only to accounts that were granted admin.',
  },
  {
    id: 'decisions.modes.5',
    states: 'SKIP PERMISSIONS (TEST MODE) is absent in production, and the server refuses what it would send.',
  },
  {
    id: 'decisions.modes.6',
    states:
      'E-mail goes to an outbox that admins read in evaluation mode; in production an address is verified before a case can be linked.',
  },
  {
    id: 'decisions.modes.7',
    states:
      'The first start in evaluation mode loads sample data and shows its credentials in the console and on the sign-in page; production loads none.',
  },
  {
    id: 'decisions.modes.8',
    states:
      'Signing in with role admin on another account is refused (403) in production and switches the account in evaluation mode.',
  },
  { id: 'decisions.modes.9', states: "An admin who signs in as Property Owner gets the owner's view." },
  {
    id: 'decisions.modes.10',
    states:
      'Roles are property|admin in /api/user, login and register, property_owner|admin in the profile; every call accepts property_owner as property.',
  },

  {
    id: 'decisions.routes.1',
    states: '/inspection-setup without a query links a property by case number, or lets the owner choose one.',
  },
  {
    id: 'decisions.routes.2',
    states:
      '/inspection-setup with the caseId of a case whose onboarding is open is the onboarding: confirm the data, read requirements and notes, tick what is ready, choose the areas that are not there.',
  },
  {
    id: 'decisions.routes.3',
    states: 'Otherwise /inspection-setup with a propertyId is the property inspection page.',
  },
  {
    id: 'decisions.routes.4',
    states:
      '/photo-upload with a category or aiRequest is Upload Photos; with only inspectionId it is Photo Inspection, as is /photo-inspection.',
  },
  { id: 'decisions.routes.5', states: '/reports is the PIP Reports list.' },
  {
    id: 'decisions.routes.6',
    states:
      'Added routes: /admin?tab=, /notifications, /messages, /privacy, /terms, /contact, /forgot-password, /reset-password?token=, /invite?token=.',
  },
  { id: 'decisions.routes.7', states: 'Every route but /auth, the password, invitation and legal pages is protected.' },
  { id: 'decisions.routes.8', states: 'Each call of /admin answers 403 to a non-admin.' },

  {
    id: 'decisions.access.1',
    states: 'An owner sees a property and everything below it only while it is linked to them; an admin sees all.',
  },
  { id: 'decisions.access.2', states: 'Anything else answers the same 404 as an id that does not exist.' },
  { id: 'decisions.access.3', states: '403 is for a thing that the caller may read but not do.' },
  {
    id: 'decisions.access.4',
    states: 'No photo is readable by a bare URL without a session or an unexpired signature.',
  },

  {
    id: 'decisions.linking.1',
    states:
      "Linking succeeds only when the case's ownerEmail equals the caller's e-mail, case and surrounding space ignored.",
  },
  {
    id: 'decisions.linking.2',
    states: "It creates the property from the case's snapshot on first link, and is idempotent for the same owner.",
  },
  {
    id: 'decisions.linking.3',
    states: 'An unknown number, and a case that was sent to another address, give the same 404.',
  },
  { id: 'decisions.linking.4', states: 'Cancelled and expired cases answer 410.' },
  { id: 'decisions.linking.5', states: 'A property already linked to someone else answers 409.' },
  { id: 'decisions.linking.6', states: 'At most 10 tries a minute for an account.' },
  {
    id: 'decisions.linking.7',
    states:
      'The four characters after the date are random from an alphabet without look-alikes, unique, and never sequential.',
  },
  {
    id: 'decisions.linking.8',
    states:
      "An owner may add a property without a case and inspect it; the Add Property dialog is reached from the menu beside 'Add Property by Case Number'.",
  },
  {
    id: 'decisions.linking.9',
    states: 'The case e-mail links to sign-in or sign-up with the address filled in, and on to the case.',
  },

  {
    id: 'decisions.fieldwork.1',
    states: 'A run inspects one property for at most one case and has one area session for each of the 10 areas.',
  },
  {
    id: 'decisions.fieldwork.2',
    states: 'An owner can mark an area as not applicable with a reason; such areas leave every count.',
  },
  {
    id: 'decisions.fieldwork.3',
    states: 'An area session goes not_started → in_progress (any permission granted, or a first photo) → completed.',
  },
  { id: 'decisions.fieldwork.4', states: 'Completing an area needs at least one photo (409 otherwise).' },
  {
    id: 'decisions.fieldwork.5',
    states: 'An inspection goes in_progress → pending_review → approved | requires_action.',
  },
  {
    id: 'decisions.fieldwork.6',
    states:
      "Completing an area session creates its inspection (sessionId is the area session's id) as pending_review, or returns it to pending_review.",
  },
  {
    id: 'decisions.fieldwork.7',
    states:
      'A live or photo inspection is an inspection of its own with 21 random characters as sessionId, in_progress until its owner submits it.',
  },
  {
    id: 'decisions.fieldwork.8',
    states: 'Request re-inspection sets requires_action with a note, reopens the area session and tells the owner.',
  },
  {
    id: 'decisions.fieldwork.9',
    states: 'Any other transition answers 409 with a sentence that names the current state.',
  },
  {
    id: 'decisions.fieldwork.10',
    states:
      'A case goes pending → in_progress (its run starts) → completed (all applicable areas approved); a pending one can be cancelled.',
  },
  {
    id: 'decisions.fieldwork.11',
    states: 'A daily job expires cases that are still pending 30 days past due (a setting).',
  },
  {
    id: 'decisions.fieldwork.12',
    states:
      'inspectionStatus of a case: requires_action if any area is; approved if all are; pending_review if all areas are completed; else in_progress; null without a run.',
  },
  {
    id: 'decisions.fieldwork.13',
    states: 'Of two people who act at once the second gets 409; nothing is overwritten silently.',
  },

  {
    id: 'decisions.photos.1',
    states:
      'The browser PUTs the file to a signed address, on local disk or in an S3 store, with the same client code.',
  },
  {
    id: 'decisions.photos.2',
    states:
      'The server checks ownership, size (10 MB), real type by content, decodability and pixel count (50 megapixels).',
  },
  {
    id: 'decisions.photos.3',
    states:
      'It stores SHA-256, dimensions, EXIF time and place, received time, and whether it came from the camera or the gallery.',
  },
  {
    id: 'decisions.photos.4',
    states: 'Accepted: JPEG, PNG, WebP, HEIC/HEIF, AVIF; PDF only in category certificates.',
  },
  { id: 'decisions.photos.5', states: 'Everything else, SVG included, answers 415, and the object is removed.' },
  {
    id: 'decisions.photos.6',
    states: 'The same file registered twice in the same session answers 200 with the same photo.',
  },
  { id: 'decisions.photos.7', states: 'Shared copies (thumbnails, previews, PDF) carry no EXIF.' },
  { id: 'decisions.photos.8', states: 'Faces of people in shared copies are blurred (a setting, on).' },
  {
    id: 'decisions.photos.9',
    states:
      'The AI is never in the save path: the call answers when the photo is safe, and the result is pushed to the page.',
  },
  {
    id: 'decisions.photos.10',
    states: 'No photo of a plan or page is missing while its copy is made: the copy is made on demand.',
  },

  {
    id: 'decisions.analysis.1',
    states: 'AI_ENGINE chooses builtin (default; no network, no key, runs on a CPU) or off.',
  },
  {
    id: 'decisions.analysis.2',
    states: 'AI_ENGINE chooses openai-compatible, anthropic, google or google-vision.',
  },
  {
    id: 'decisions.analysis.3',
    states:
      'A cloud engine that is slow, down or out of credit falls back to builtin, and the analysis says which engine made it.',
  },
  {
    id: 'decisions.analysis.4',
    states:
      'A person confirms or dismisses each finding; scores, costs and times are computed by code from findings, never taken from a model.',
  },
  {
    id: 'decisions.analysis.5',
    states:
      'Findings and area issues have critical | high | medium | low; inspection views and the PIP show critical | major (high) | minor (medium, low).',
  },

  {
    id: 'decisions.plans.1',
    states:
      'A plan goes draft → pending_approval → approved (Accept Plan; approvedBy, approvedAt) → in_progress (first item started) → completed (all items completed or rejected).',
  },
  { id: 'decisions.plans.2', states: 'An admin sends a plan to the owner; the owner of a self-made one sends it.' },
  {
    id: 'decisions.plans.3',
    states:
      'Items go pending → approved | rejected by an admin; Modify changes cost, days, priority or text and approves.',
  },
  { id: 'decisions.plans.4', states: 'An item can be waived.' },
  {
    id: 'decisions.plans.5',
    states:
      'Items go in_progress → awaiting_verification → completed (a brand verified it, the finding is resolved) or back to in_progress with a note.',
  },
  { id: 'decisions.plans.6', states: "An owner's own plan without a brand needs no verification." },
  {
    id: 'decisions.plans.7',
    states: 'What is sent is a frozen version; changes make the next one, to be accepted anew.',
  },
  {
    id: 'decisions.plans.8',
    states: "The property's plan holds one live item for a finding; area and inspection plans are views of it.",
  },
  {
    id: 'decisions.plans.9',
    states:
      'Generating again updates the report of the same source: new issues are added, items that a person has touched stay, items whose issue was dismissed go.',
  },
  { id: 'decisions.plans.10', states: 'The header with Export PDF and Accept Plan is shown.' },
  {
    id: 'decisions.plans.11',
    states:
      "'View in Video' seeks the recording; for photo findings the button is 'View in Photo' and opens the photo with its box.",
  },
  { id: 'decisions.plans.12', states: 'Export: PDF, XLSX and CSV.' },

  {
    id: 'decisions.placeholders.1',
    states:
      'Requirements from a PDF are extracted; the notice of the specification is shown only for a PDF without a text layer.',
  },
  { id: 'decisions.placeholders.2', states: 'Dashboard hints are computed from data, in the same places.' },
  {
    id: 'decisions.placeholders.3',
    states:
      "Live inspection's checklist comes from the area's checklist; the recording is stored, playable in the review panel, and linked from PIP items by timestamp.",
  },
  { id: 'decisions.placeholders.4', states: 'PIP Review and Analytics tabs are real screens.' },
  { id: 'decisions.placeholders.5', states: 'Filters, Send Message and Flag for Review work.' },
  {
    id: 'decisions.placeholders.6',
    states:
      'Notifications, messages and audit log exist: bell with unread dot, a list, mark as read; every state-changing call leaves an audit entry.',
  },
  { id: 'decisions.placeholders.7', states: 'Forgot password, Remember me, Privacy, Terms and Contact work.' },
  { id: 'decisions.placeholders.8', states: 'The copyright line shows the current year.' },

  { id: 'decisions.settled.1', states: 'GET /api/s3/sts answers 403 with a sentence, on disk and on S3 alike.' },
  {
    id: 'decisions.settled.2',
    states: '/api/{token} progress over WebSocket belongs to files fetched from other services; there are none.',
    overruledBy: 'decisions.md 10: it is not built',
  },
  {
    id: 'decisions.settled.3',
    states:
      'The alternative form of labels (description and score) is mapped to name and confidence where an engine answers in it.',
  },
  {
    id: 'decisions.settled.4',
    states: 'The review panel stands beside the table from 1200 px and below it on narrower screens.',
  },
  {
    id: 'decisions.settled.5',
    states: 'A client may choose the id of a photo, inspection, finding or message, so that a retry never duplicates.',
  },
  {
    id: 'decisions.settled.6',
    states: 'A client may choose the id of a checklist answer or any other change that a device holds.',
  },
  {
    id: 'decisions.settled.7',
    states: 'The same defect in three or more guest rooms is raised one class; rooms are told apart by their number.',
  },
  { id: 'decisions.settled.8', states: 'Sign-in takes user name or e-mail in the same field.' },
  {
    id: 'decisions.settled.9',
    states:
      'A live or photo inspection opened from an area of a run belongs to that area: its photos, findings and checks count there.',
  },
  { id: 'decisions.settled.10', states: 'Opened from a property without a run, it is an inspection of its own.' },
];
