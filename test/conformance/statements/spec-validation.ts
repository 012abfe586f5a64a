import type { Statement } from '../statement.ts';

export const validation: Statement[] = [
  { id: '5.login.1', states: "username is required: 'Username is required'." },
  { id: '5.login.2', states: "password is required: 'Password is required'." },
  { id: '5.login.3', states: 'role is property or admin, by default property.' },
  {
    id: '5.register.1',
    states:
      'Registration takes username, email, password, role, firstName, lastName and propertyName, plus confirmPassword.',
  },
  { id: '5.register.2', states: "confirmPassword is required: 'Confirm password is required'." },
  {
    id: '5.register.3',
    states: "Password and confirmPassword must match: 'Passwords don't match', shown on confirmPassword.",
  },
  { id: '5.register.4', states: 'confirmPassword is not sent to the server.' },
  {
    id: '5.register.5',
    states: "Username and e-mail are unique in the schema; the server's behavior is left open.",
    overruledBy: 'HTTP contract: a taken username or e-mail answers 409 with errors.username or errors.email.',
  },
  { id: '5.profile.1', states: "email must be valid: 'Invalid email address'." },
  {
    id: '5.profile.2',
    states: "firstName and lastName have min 1 ('First name is required', 'Last name is required'), both optional.",
  },
  { id: '5.profile.3', states: 'propertyName is optional.' },
  { id: '5.profile.4', states: 'role is property_owner or admin.' },
  { id: '5.property.1', states: 'totalRooms is coerced to a number and optional.' },
  { id: '5.property.2', states: 'brandStandard is optional.' },
  { id: '5.property.3', states: 'The defaults are type hotel and status active.' },
  { id: '5.case.1', states: "propertyName is required: 'Property name is required'." },
  { id: '5.case.2', states: "propertyAddress is required: 'Property address is required'." },
  { id: '5.case.3', states: "propertyCity is required: 'City is required'." },
  { id: '5.case.4', states: "propertyState is required: 'State is required'." },
  { id: '5.case.5', states: "propertyZipCode is required: 'ZIP code is required'." },
  { id: '5.case.6', states: "propertyType is one of hotel, motel, resort, boutique: 'Property type is required'." },
  { id: '5.case.7', states: 'brandStandard is optional.' },
  { id: '5.case.8', states: 'totalRooms is an optional positive number.' },
  { id: '5.case.9', states: "ownerEmail must be valid: 'Valid email is required'." },
  { id: '5.case.10', states: 'ownerName is optional.' },
  { id: '5.case.11', states: 'inspectionType is one of routine, compliance, reinspection, quality_assurance.' },
  { id: '5.case.12', states: "dueDate is required: 'Due date is required'." },
  { id: '5.case.13', states: 'requirements and notes are optional.' },
  { id: '5.case.14', states: 'The defaults are propertyType hotel and inspectionType routine.' },
  { id: '5.case.15', states: 'Requirements text is split by line and blank lines are dropped.' },
  { id: '5.case.16', states: 'Due dates before now cannot be picked.' },
  { id: '5.requirements.1', states: 'The requirements file accepts .pdf and .txt.' },
  {
    id: '5.requirements.2',
    states: 'A plain-text file is read and appended to the requirements, on a new line if text exists.',
  },
  {
    id: '5.requirements.3',
    states:
      "A PDF shows the notice 'PDF Processing: PDF text extraction is coming soon. Please use .txt files or enter requirements manually for now.'",
    overruledBy:
      'Decision 9: requirements from a PDF are extracted; the notice is shown only for a PDF without a text layer.',
  },
  { id: '5.requirements.4', states: "A read failure shows 'Upload Error: Failed to process file'." },
  { id: '5.requirements.5', states: "The button shows 'Processing...' meanwhile." },
  { id: '5.uploads.1', states: 'At most 10 files are in the queue.' },
  {
    id: '5.uploads.2',
    states:
      "Files are at most 10 MB each; larger ones are rejected with the alert 'File {name} is too large. Max size: 10MB'.",
  },
  { id: '5.uploads.3', states: 'Photo pages accept image/*.' },
  { id: '5.uploads.4', states: "The generic uploader's defaults are 1 file and 10485760 bytes." },
  {
    id: '5.uploads.5',
    states: "Required file metadata must be filled, otherwise 'Missing required meta field(s): ...'.",
  },
  {
    id: '5.uploads.6',
    states:
      "Signing a multipart part needs a key, an upload id and a part number, otherwise 'Cannot sign without a key, an uploadId, and a partNumber'.",
  },
  { id: '5.gates.1', states: 'Create Area PIP is disabled when no issues are detected.' },
  { id: '5.gates.2', states: 'Complete Area is disabled with no photos.' },
  { id: '5.gates.3', states: 'Camera is required to proceed; location and microphone are optional.' },
  { id: '5.badges.1', states: 'Score badges: 80 or more default, 60 or more secondary, below 60 destructive.' },
  { id: '5.badges.2', states: 'Detection confidence is default style at 70 or more.' },
  {
    id: '5.badges.3',
    states: 'Compliance color: 80 or more green, 60 or more yellow, otherwise red; also per photo.',
    overruledBy: 'numbers do not flatter: green is for 100 alone, and 80 or more is plain',
  },
];
