/** A section of a page in docs/specification, and the prefix of its statements' ids. */
export interface Section {
  prefix: string;
  page: string;
  heading: string;
}

const spec = (number: number, title: string): Section => ({
  prefix: `${number}.`,
  page: 'SPEC.md',
  heading: `${number}. ${title}`,
});
const section =
  (name: string) =>
  (topic: string, heading: string): Section => ({ prefix: `${name}.${topic}.`, page: `${name}.md`, heading });
const [api, decisions, domain] = [section('api'), section('decisions'), section('domain')];

export const sections: Section[] = [
  spec(1, 'What the product does and for whom'),
  spec(2, 'Screens and routes'),
  spec(3, 'Entities and their fields'),
  spec(4, 'States and transitions'),
  spec(5, 'Validation rules'),
  spec(6, 'Roles and permissions'),
  spec(7, 'The calls it makes'),
  spec(8, 'Error catalogue'),
  spec(9, 'Business constants and limits'),
  api('running', 'Running it'),
  api('common', 'Common'),
  api('shapes', 'Shapes'),
  api('calls', 'Calls of the specification'),
  api('added', 'Calls added'),
  api('commandline', 'Calls added'),
  decisions('modes', '1. Two modes of running'),
  decisions('routes', '2. Routes whose path is not shown'),
  decisions('access', '3. Who may see what'),
  decisions('linking', '4. Linking a property by case number'),
  decisions('fieldwork', '5. The field work and its review'),
  decisions('photos', '6. Photos'),
  decisions('analysis', '7. AI analysis'),
  decisions('plans', '8. PIP reports'),
  decisions('placeholders', '9. Placeholders that become real'),
  decisions('settled', '10. Statements of the specification that are settled here'),
  domain('words', 'Words of the field'),
  domain('severity', 'Severity of a finding'),
  domain('categories', 'Categories of a finding'),
  domain('score', 'Compliance score and coverage'),
  domain('defects', 'One defect, one finding, one line'),
  domain('catalogue', 'Cost and duration catalogue (seed, US dollars, planning level)'),
  domain('checklist', 'Checklist of each area (seed; * = critical item)'),
  domain('boxes', 'Boxes as the AI services give them'),
  domain('accuracy', 'What is known of accuracy'),
];

export const sectionOf = (id: string): Section | undefined => sections.find(({ prefix }) => id.startsWith(prefix));
